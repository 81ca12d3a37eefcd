//! The operation of `batch` on URI templates (RFC 6570).
#![forbid(unsafe_code)]

use std::cell::Cell;

use triplet::template::{Template, Value, Variables};

use super::answer::{Answer, output};
use super::failure::Failure;
use super::op::{Op, op};
use super::request::Request;
use crate::commands::variables;

pub static OPS: &[Op] = &[op("expand", &[("variables", "{}"), ("literal_names", "false")], expand)];

/// The input is a template.
fn expand<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let variables = match request.written("variables") {
        None => variables::Members::new(),
        Some(given) => {
            let members = variables::members(given, MOST_VARIABLES);
            members.map_err(|(_, what)| Failure::request(format_args!("`variables`: {what}")))?
        }
    };
    let budget = Cell::new(Some(BUDGET + request.length()));
    let variables = Budgeted { variables, budget };
    let text = request.string()?;
    let mut template = Template::parse(&text).map_err(Failure::from)?;
    if request.flag("literal_names", false)? {
        template = template.literal_names();
    }
    let expanded = template.expand(&variables).map_err(Failure::from)?;
    match variables.budget.get() {
        Some(_) => Ok(output(expanded)),
        None => {
            let what = "the expansion repeats its variables: together they may be 64 KiB longer than the request";
            Err(Failure::new("too-long", None, what))
        }
    }
}

/// The most variables of a request.
const MOST_VARIABLES: usize = 10_000;

/// The bytes of variables that an expansion has beside those for each byte of the request.
const BUDGET: usize = 64 << 10;

/// Variables that are undefined when they were too long all together: an expansion may repeat each of them once for each three
/// bytes of a template.
struct Budgeted<'t> {
    variables: variables::Members<'t>,
    budget: Cell<Option<usize>>,
}

impl Variables for Budgeted<'_> {
    fn value(&self, name: &str) -> Value<'_> {
        let Some(member) = self.variables.get(name) else { return Value::UNDEFINED };
        // The name is written before each member of a list if the variable is exploded.
        let length = member.length + member.count * name.len();
        self.budget.set(self.budget.get().and_then(|budget| budget.checked_sub(length)));
        match self.budget.get() {
            Some(_) => member.value.borrowed(),
            None => Value::UNDEFINED,
        }
    }
}
