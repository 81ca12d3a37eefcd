//! Measures Triplet beside its peers. So far it only holds them all to the same output.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), allow(dead_code))]

mod contestants;
mod corpora;

fn main() {}

#[cfg(test)]
mod tests {
    use crate::contestants::{self, Job};
    use crate::corpora::{Corpus, Kind};

    #[test]
    fn all_contestants_agree_on_all_corpora() {
        let check = |corpus: &Corpus, directions: &[bool], form: bool, name: &str| {
            for &decode in directions {
                let mut contestants = contestants::at(Job::new(decode, form));
                contestants::assert_agreement(&mut contestants, &corpus.batch(decode), name);
            }
        };
        for kind in Kind::ALL {
            for (count, length) in [(1, 20_000), (50, 100), (10, 1), (1, 0)] {
                let corpus = Corpus::new(kind, count, length);
                check(&corpus, &[false, true], kind.is_form(), kind.name());
            }
        }
        check(&Corpus::short(&Kind::TEXT, 1000), &[false, true], false, "short");
        for length in 0..=64 {
            for clean in [false, true] {
                check(&Corpus::plain_of_length(length, clean, 20), &[false], false, "lengths");
                check(&Corpus::encoded_of_length(length, clean, 20), &[true], false, "lengths");
            }
        }
    }
}
