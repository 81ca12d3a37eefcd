//! Forms with nested names: no form makes a panic, limits hold, strict is lenient without losses, and what is built leads back.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::form::nested::{Map, Rules, Style, Value};
use triplet_fuzz::input::Input;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let style = *input.pick(&Style::ALL);
    let (depth, list_limit) = (input.byte(), u32::from(input.byte()));
    let form = input.bytes();
    let told = || format!("{style}: {}", form.escape_ascii());

    let rules = Rules::new(style).max_depth(depth).list_limit(list_limit);
    let read = rules.parse(form);
    let strict = rules.strict().parse(form);
    match (&read, &strict) {
        (Ok(read), Ok(strict)) => assert_eq!(read, strict, "{}", told()),
        (Err(_), Ok(_)) => panic!("{}: strict reads more", told()),
        (_, Err(error)) => assert!(error.offset() <= form.len(), "{}: {error}", told()),
    }
    let Ok(tree) = read else { return };
    // A list of `qs` that is longer than its limit becomes a map, and each of the lists in it does.
    let of_lists = usize::from(style == Style::Qs);
    assert!(map_depth(&tree) <= usize::from(depth) + 1 + of_lists, "{}", told());
    if let Ok(built) = rules.build(&tree) {
        let again = rules.parse(&built).unwrap_or_else(|error| panic!("{}: {error}", told()));
        let rebuilt = rules.build(&again).unwrap_or_else(|error| panic!("{}: {error}", told()));
        assert_eq!(rules.parse(&rebuilt).as_ref(), Ok(&again), "{}: {built}", told());
    }
});

fn map_depth(map: &Map<'_>) -> usize {
    map.entries().iter().map(|(_, value)| depth(value)).max().unwrap_or(0)
}

/// `qs` puts a value beside a map into a list, so a list counts only for what is in it.
fn depth(value: &Value<'_>) -> usize {
    match value {
        Value::Map(map) => 1 + map_depth(map),
        Value::List(values) => values.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
