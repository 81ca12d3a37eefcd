//! A function of columns as DataFusion calls it.
//!
//! DataFusion asks three times. While it plans, it asks for the type of the result: there the arguments are checked and
//! the constants among them bound, so that a misspelt set is an error before anything is read. While it optimises, it
//! offers to simplify the call: there the function is replaced by one that holds the bound constants. While it runs, it
//! gives batches of rows: a bound function hands them on. A plan that is sent to another process has the function by its
//! name, without what was bound; there it binds its constants again for each batch.

use std::sync::Arc;

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{ScalarValue, internal_err, plan_err};
use datafusion::error::Result;
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF,
    ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use triplet_arrow::{Call, Function};

use crate::{arguments, documentation, error};

/// One of the functions, with its constants once they are bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ColumnFunction {
    function: Function,
    bound: Option<Call>,
    signature: Signature,
    documentation: Documentation,
}

impl ColumnFunction {
    /// A function whose constants are not bound yet.
    #[must_use]
    pub fn new(function: Function) -> Self {
        // `UserDefined` is what decides, in `coerce_types`. The shortest call in one layout stands beside it, because
        // `SHOW FUNCTIONS` lists a function only if it knows an example of its types. A constant has no type in it.
        let columns = vec![DataType::Utf8; function.columns()];
        let constants = vec![DataType::Null; function.required_constants()];
        let shown = TypeSignature::Exact([columns, constants].concat());
        // With names, for calls such as `pct_decode_layers(url, max => 3)`.
        let names = function.column_names().iter().chain(function.constants());
        let signature = Signature {
            parameter_names: Some(names.map(|name| (*name).to_owned()).collect()),
            ..Signature::one_of(vec![TypeSignature::UserDefined, shown], Volatility::Immutable)
        };
        Self { function, bound: None, signature, documentation: documentation::of(function) }
    }

    /// Which function it is.
    #[must_use]
    pub fn function(&self) -> Function {
        self.function
    }

    /// What the optimizer bound: the function with its constant arguments.
    #[must_use]
    pub fn bound(&self) -> Option<&Call> {
        self.bound.as_ref()
    }
}

impl ScalarUDFImpl for ColumnFunction {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// No argument is cast: the functions take each layout of text. Other types are refused in `return_field_from_args`,
    /// where the message is not wrapped in two others.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Ok(types.to_vec())
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        internal_err!("{} is asked for its type by return_field_from_args", self.name())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types = arguments::columns(self.function, args.arg_fields)?;
        let call = match &self.bound {
            Some(call) => call,
            None => &arguments::bind_for_type(self.function, &args)?,
        };
        match call.return_type(&types) {
            Ok(data_type) => Ok(Arc::new(Field::new(self.name(), data_type, true))),
            Err(error) => plan_err!("{}: {error}: {}", self.name(), self.function.signature()),
        }
    }

    /// NULL in a column gives NULL in each function, and constants cannot be NULL.
    fn is_strict(&self) -> bool {
        true
    }

    fn simplify(&self, args: Vec<Expr>, _info: &SimplifyContext) -> Result<ExprSimplifyResult> {
        if self.bound.is_some() {
            return Ok(ExprSimplifyResult::Original(args));
        }
        let Some(call) = arguments::bind_literals(self.function, &args)? else {
            return Ok(ExprSimplifyResult::Original(args));
        };
        // The arguments stay: they give the column its name, and a plan that is sent elsewhere has them only.
        let bound = Self { bound: Some(call), ..self.clone() };
        let func = Arc::new(ScalarUDF::new_from_impl(bound));
        Ok(ExprSimplifyResult::Simplified(Expr::ScalarFunction(ScalarFunction { func, args })))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns = self.function.columns();
        if args.args.len() < columns {
            return internal_err!("{} is called with {} arguments", self.name(), args.args.len());
        }
        let (columns, constants) = args.args.split_at(columns);
        let call = match &self.bound {
            Some(call) => call,
            None => {
                let constants: Vec<_> = constants
                    .iter()
                    .map(|value| match value {
                        ColumnarValue::Scalar(value) => Some(value),
                        ColumnarValue::Array(_) => None,
                    })
                    .collect();
                &arguments::bind(self.function, &constants)?
            }
        };
        self.run(call, columns, args.number_rows)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

impl ColumnFunction {
    /// Runs a bound function. Only scalars give a scalar; a scalar beside a column is not repeated for each row.
    fn run(&self, call: &Call, columns: &[ColumnarValue], rows: usize) -> Result<ColumnarValue> {
        let only_scalars = columns.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let arrays = columns.iter().map(array).collect::<Result<Vec<_>>>()?;
        let result = call.run(&arrays).map_err(|error| error::at_run_time(self.function, error))?;
        if only_scalars {
            return ScalarValue::try_from_array(&result, 0).map(ColumnarValue::Scalar);
        }
        if result.len() != rows {
            return internal_err!("{} gave {} rows for {rows}", self.name(), result.len());
        }
        Ok(ColumnarValue::Array(result))
    }
}

/// A column as an array of a type that the functions take.
fn array(value: &ColumnarValue) -> Result<ArrayRef> {
    let array = match value {
        ColumnarValue::Array(array) => Arc::clone(array),
        ColumnarValue::Scalar(value) => value.to_array()?,
    };
    let data_type = arguments::column(array.data_type());
    if *array.data_type() == data_type { Ok(array) } else { Ok(cast(&array, &data_type)?) }
}
