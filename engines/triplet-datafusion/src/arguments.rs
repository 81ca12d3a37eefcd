//! Arguments of a call: which types are columns, and which constants a query gave.

use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{ScalarValue, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, ReturnFieldArgs};
use triplet_arrow::{Call, Function};

/// Checks the number of arguments, and returns the types of those that are columns.
pub(crate) fn columns(function: Function, fields: &[FieldRef]) -> Result<Vec<DataType>> {
    check_count(function, fields.len())?;
    Ok(fields.iter().take(function.columns()).map(|field| column(field.data_type())).collect())
}

fn check_count(function: Function, found: usize) -> Result<()> {
    let least = function.columns() + function.required_constants();
    let most = function.columns() + function.constants().len();
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let takes = match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        (least, most) if least == most => format!("{most} arguments"),
        (least, most) => format!("{least} to {most} arguments"),
    };
    plan_err!("{} takes {takes}, not {found}: {}", function.name(), function.signature())
}

/// The type in which a column is handed over. Literals such as `x'2541'` can be of a fixed size.
pub(crate) fn column(data_type: &DataType) -> DataType {
    match data_type {
        DataType::FixedSizeBinary(_) => DataType::Binary,
        other => other.clone(),
    }
}

/// Binds the constants of a call that is being planned. The type of the result depends on none of them.
pub(crate) fn bind_for_type(function: Function, args: &ReturnFieldArgs) -> Result<Call> {
    let fields = args.arg_fields.iter().zip(args.scalar_arguments).skip(function.columns());
    // A parameter of a prepared statement has no type and no value yet. When it has a value, the call is planned again.
    let is_open = |field: &FieldRef| *field.data_type() == DataType::Null;
    if fields.clone().any(|(field, value)| value.is_none() && is_open(field)) {
        return Ok(function.any_call());
    }
    bind(function, &fields.map(|(_, value)| *value).collect::<Vec<_>>())
}

/// Binds the constants, if all are literals.
pub(crate) fn bind_literals(function: Function, arguments: &[Expr]) -> Result<Option<Call>> {
    check_count(function, arguments.len())?;
    let mut values = Vec::new();
    for argument in arguments.iter().skip(function.columns()) {
        let Expr::Literal(value, _) = argument else { return Ok(None) };
        values.push(Some(value));
    }
    bind(function, &values).map(Some)
}

/// Binds the constants. `None` is an argument that is not a constant.
pub(crate) fn bind(function: Function, values: &[Option<&ScalarValue>]) -> Result<Call> {
    let mut texts = Vec::with_capacity(values.len());
    for (value, name) in values.iter().zip(function.constants()) {
        let Some(value) = value else {
            return plan_err!(
                "{}: the argument `{name}` must be a constant, not a column or an expression: {}",
                function.name(),
                function.signature()
            );
        };
        texts.push(literal(function, name, value)?);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    match function.bind(&texts) {
        Ok(call) => Ok(call),
        Err(error) => plan_err!("{}: {error}", function.name()),
    }
}

/// A literal as text.
fn literal(function: Function, name: &str, value: &ScalarValue) -> Result<String> {
    if let ScalarValue::Dictionary(_, value) = value {
        return literal(function, name, value);
    }
    if let Some(Some(text)) = value.try_as_str() {
        return Ok(text.to_owned());
    }
    if value.data_type().is_integer() && !value.is_null() {
        return Ok(value.to_string());
    }
    if value.is_null() {
        return plan_err!("{}: the argument `{name}` must not be NULL", function.name());
    }
    plan_err!(
        "{}: the argument `{name}` has the type {}, and it must be text{}: {}",
        function.name(),
        value.data_type(),
        if name == "max" { " or an integer" } else { "" },
        function.signature()
    )
}
