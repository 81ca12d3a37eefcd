//! Connection strings with a raw password, repaired.

use proptest::prelude::*;
use triplet::uri::Requote;

#[test]
fn what_is_repaired_is_repaired() {
    let repair = Requote::new().raw_userinfo();
    for (text, repaired) in [
        ("http://h/@<", "http://h/@%3C"),
        ("postgres://u:p@s@h/é<@x|y", "postgres://u:p%40s@h/%C3%A9%3C@x%7Cy"),
        ("postgres://u:a#b@%2Fvar%2Frun/db", "postgres://u:a%23b@%2Fvar%2Frun/db"),
        ("postgres://a#@#", "postgres://a#@%23"),
    ] {
        assert_eq!(repair.convert(text), repaired);
        assert_eq!(repair.convert(repaired), repaired);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// A second repair moves no host.
    #[test]
    fn repairing_again_changes_nothing(rest in "[a-c@@:/?#=&<|{\"^` é%,;.-]{0,16}") {
        let repair = Requote::new().raw_userinfo();
        let text = format!("postgres://{rest}");
        let once = repair.convert(&text).into_owned();
        prop_assert_eq!(repair.convert(&once), once.as_str(), "{}", text);
    }
}
