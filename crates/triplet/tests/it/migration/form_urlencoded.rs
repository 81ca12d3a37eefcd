//! The names of `form_urlencoded`, each use with both crates.

use std::borrow::Cow;

use proptest::collection::vec;
use proptest::prelude::*;

/// A step of writing a form.
#[derive(Clone, Debug)]
enum Step {
    Pair(String, String),
    Name(String),
    Pairs(Vec<(String, String)>),
    Names(Vec<String>),
    Clear,
    Override(bool),
}

/// Another charset: each character outside ASCII is an octet.
fn in_latin(text: &str) -> Cow<'_, [u8]> {
    text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
}

macro_rules! with_each {
    ($($name:ident => $krate:path),*) => { $(
        mod $name {
            use super::{Cow, Step, in_latin};
            use $krate::*;

            /// All pairs, and what each of them borrows.
            pub(crate) fn read(form: &[u8]) -> Vec<String> {
                let view = parse(form);
                let copy = view;
                let borrows = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
                let mut shown: Vec<String> = view
                    .map(|pair| format!("{pair:?} {} {}", borrows(&pair.0), borrows(&pair.1)))
                    .collect();
                let owned: Vec<(String, String)> = copy.into_owned().collect();
                shown.push(format!("{owned:?}"));
                let mut rest = parse(form);
                let counts: Vec<usize> = (0..4).map(|_| { rest.next(); rest.count() }).collect();
                shown.push(format!("{counts:?}"));
                shown
            }

            /// The parts of a name or value.
            pub(crate) fn parts(input: &[u8]) -> Vec<String> {
                let mut parts = byte_serialize(input);
                let mut shown = vec![format!("{:?}", parts.size_hint())];
                while let Some(part) = parts.next() {
                    shown.push(format!("{part} {:?}", parts.size_hint()));
                }
                shown
            }

            fn write<T: Target>(serializer: &mut Serializer<'_, T>, steps: &[Step]) {
                for step in steps {
                    match step {
                        Step::Pair(name, value) => serializer.append_pair(name, value),
                        Step::Name(name) => serializer.append_key_only(name),
                        Step::Pairs(pairs) => serializer.extend_pairs(pairs),
                        Step::Names(names) => serializer.extend_keys_only::<_, String>(names),
                        Step::Clear => serializer.clear(),
                        Step::Override(true) => serializer.encoding_override(Some(&in_latin)),
                        Step::Override(false) => serializer.encoding_override(None),
                    };
                }
            }

            pub(crate) fn written(start: &str, at: usize, steps: &[Step]) -> Vec<String> {
                let mut serializer = Serializer::new(start.to_owned());
                write(&mut serializer, steps);
                let mut shown = vec![serializer.finish()];
                let mut target = start.to_owned();
                let mut serializer = Serializer::for_suffix(&mut target, at);
                write(&mut serializer, steps);
                shown.push(serializer.finish().clone());
                shown.push(target);
                shown
            }

            #[test]
            fn a_target_may_be_another_type() {
                struct Counted(String);
                impl Target for Counted {
                    type Finished = usize;
                    fn as_mut_string(&mut self) -> &mut String {
                        &mut self.0
                    }
                    fn finish(self) -> usize {
                        self.0.len()
                    }
                }
                let mut serializer = Serializer::new(Counted(String::new()));
                assert_eq!(serializer.extend_pairs([("a", "é")]).extend_keys_only::<_, &str>(["b"]).finish(), 10);
            }

            #[test]
            #[should_panic(expected = "invalid length 2 for target of length 1")]
            fn a_suffix_begins_in_the_target() {
                let _ = Serializer::for_suffix(String::from("a"), 2);
            }

            #[test]
            #[should_panic(expected = "finish")]
            fn nothing_is_appended_after_the_end() {
                let mut serializer = Serializer::new(String::new());
                serializer.finish();
                serializer.append_pair("a", "b");
            }
        }
    )* };
}

with_each!(theirs => ::form_urlencoded, ours => triplet::compat::form_urlencoded);

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-c =&+%é~*]{0,5}", 1 => any::<String>()]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (text(), text()).prop_map(|(name, value)| Step::Pair(name, value)),
        1 => text().prop_map(Step::Name),
        1 => vec((text(), text()), 0..3).prop_map(Step::Pairs),
        1 => vec(text(), 0..3).prop_map(Step::Names),
        1 => Just(Step::Clear),
        1 => any::<bool>().prop_map(Step::Override),
    ];
    vec(step, 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn reads_what_form_urlencoded_reads(form in prop_oneof![
        any::<Vec<u8>>(),
        "([a-c&=+é]|%[0-9a-fA-F]{2}|%[0-9a-z]|&&){0,24}".prop_map(String::into_bytes),
    ]) {
        prop_assert_eq!(ours::read(&form), theirs::read(&form));
        prop_assert_eq!(ours::parts(&form), theirs::parts(&form));
    }

    #[test]
    fn writes_what_form_urlencoded_writes(start in "[a-z?=&]{0,5}", steps in steps()) {
        for at in 0..=start.len() {
            prop_assert_eq!(ours::written(&start, at, &steps), theirs::written(&start, at, &steps));
        }
    }
}
