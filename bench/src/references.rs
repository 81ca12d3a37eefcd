//! Whole references: splitting, normalising and comparing a list of a million, most of them normal already, and
//! lint. The peers check the grammar when they split, and Triplet does not. Its strict check has a separate row.

use std::hint::black_box;

use fluent_uri::UriRef;
use iri_string::types::{UriReferenceStr, UriStr};
use triplet::uri::{
    Convention, Grammar, Level, Normalized, Reference, Respell, equivalent, normalize, validate,
};
use triplet_inspect::{Context, lint};

use crate::arguments::Options;
use crate::clock::{self, Timing};
use crate::corpora::Random;
use crate::table::{Table, number};

/// References in the shapes that logs and crawls have: about 90 bytes, a tenth with triplets in lower case, dot
/// segments, a default port or letters of the wrong case.
fn list(count: usize) -> Vec<String> {
    let mut random = Random::new(3986);
    let hosts =
        ["www.example.com", "cdn.example.org", "shop.example.co.uk", "api.example.net:8443"];
    let word = |random: &mut Random| {
        let length = 3 + random.below(9);
        (0..length)
            .map(|_| char::from(random.pick(b"abcdefghijklmnopqrstuvwxyz0123456789-_")))
            .collect::<String>()
    };
    (0..count)
        .map(|_| {
            let odd = random.below(10) == 0;
            let mut url = String::from(match (odd, random.below(4)) {
                (true, 0) => "HTTPS://",
                (_, 1) => "http://",
                _ => "https://",
            });
            url.push_str(random.pick(&hosts));
            if odd && random.below(4) == 0 {
                url = url.replace("example", "Example");
            }
            for _ in 0..2 + random.below(4) {
                url.push('/');
                url.push_str(&word(&mut random));
                if random.below(8) == 0 {
                    url.push_str(if odd { "%c3%a9" } else { "%C3%A9" });
                }
                if odd && random.below(6) == 0 {
                    url.push_str("/../%7Euser");
                }
            }
            if random.below(2) == 0 {
                for pair in 0..1 + random.below(4) {
                    url.push(if pair == 0 { '?' } else { '&' });
                    url.push_str(&word(&mut random));
                    url.push('=');
                    url.push_str(&word(&mut random));
                    if random.below(5) == 0 {
                        url.push_str("%20");
                    }
                }
            }
            url
        })
        .collect()
}

/// One pass over the list.
type Work = Box<dyn FnMut(&[String])>;
type Pass = (&'static str, Work);

pub(crate) fn report(options: &Options) {
    let urls = list(if options.quick { 500 } else { 1_000_000 });
    let bytes: usize = urls.iter().map(String::len).sum();
    let changed = urls.iter().filter(|url| *normalize(url, Level::Path) != ***url).count();
    say!(
        "## References: {} of them, {} bytes on average, {changed} not normal\n",
        urls.len(),
        bytes / urls.len().max(1)
    );
    assert_agreement(&urls);

    let normalizing: Vec<Pass> = vec![
        ("triplet, percent level", each(|url| black_box(normalize(url, Level::Percent)).len())),
        ("triplet, path level", each(|url| black_box(normalize(url, Level::Path)).len())),
        ("triplet, scheme level", each(|url| black_box(normalize(url, Level::Scheme)).len())),
        (
            "iri-string",
            each(|url| {
                UriStr::new(url).map_or(0, |url| black_box(url.normalize().to_string()).len())
            }),
        ),
        (
            "fluent-uri",
            each(|url| {
                fluent_uri::Uri::parse(url)
                    .map_or(0, |url| black_box(url.normalize()).as_str().len())
            }),
        ),
        ("url", each(|url| url::Url::parse(url).map_or(0, |url| black_box(url).as_str().len()))),
    ];
    race("Normalise", normalizing, 3, &urls, bytes, options);

    let respelling = Convention::ALL.iter().map(|convention| {
        let respell = Respell::by(*convention);
        let pass = move |url: &str| respell.convert(black_box(url)).map_or(0, |url| url.len());
        (convention.name(), each(pass))
    });
    race("Respell", respelling.collect(), Convention::ALL.len(), &urls, bytes, options);

    let splitting: Vec<Pass> = vec![
        ("triplet", each(|url| black_box(Reference::split(url)).path().len())),
        (
            "triplet, validated",
            each(|url| usize::from(black_box(validate(url, Grammar::UriReference)).is_ok())),
        ),
        (
            "iri-string",
            each(|url| UriReferenceStr::new(url).map_or(0, |url| black_box(url).path_str().len())),
        ),
        (
            "fluent-uri",
            each(|url| UriRef::parse(url).map_or(0, |url| black_box(url).path().as_str().len())),
        ),
        ("url", each(|url| url::Url::parse(url).map_or(0, |url| black_box(url).path().len()))),
    ];
    race("Split", splitting, 2, &urls, bytes, options);

    compare(&urls, bytes, options);

    let linting =
        || vec![("triplet", each(|url| black_box(lint(url.as_bytes(), Context::Url)).len()))];
    race("Lint, all", linting(), 1, &urls, bytes, options);
    // One in ten has something to find, and costs several times as much as another.
    let ordinary: Vec<String> =
        urls.into_iter().filter(|url| lint(url.as_bytes(), Context::Url).is_empty()).collect();
    let bytes = ordinary.iter().map(String::len).sum();
    race("Lint, no finding", linting(), 1, &ordinary, bytes, options);
}

/// Keys, and pairs that are the same at a level for a reason, or are not. The levels are for each other: `decoded` is to take at most
/// three times as long as `percent`.
fn compare(urls: &[String], bytes: usize, options: &Options) {
    const LEVELS: [(&str, Level); 3] =
        [("percent", Level::Percent), ("scheme", Level::Scheme), ("decoded", Level::Decoded)];
    let keys = LEVELS.map(|(name, level)| {
        (name, each(move |url| black_box(Normalized::new(url, level)).key().len()))
    });
    race("Key at a level", keys.into(), LEVELS.len(), urls, bytes, options);

    // Each list has a reference and then another spelling of it, or another reference.
    let pairs = |one: fn(&str) -> String, other: fn(&str) -> String| -> Vec<String> {
        urls.iter().flat_map(|url| [one(url), other(url)]).collect()
    };
    let percent = pairs(|url| format!("{url}%7E"), |url| format!("{url}~"));
    let decoded = pairs(|url| format!("{url}%40"), |url| format!("{url}@"));
    let different = pairs(str::to_owned, |url| format!("{url}x"));
    for (job, percent, decoded) in [
        ("Compare two that are the same", &percent, &decoded),
        ("Compare two that differ", &different, &different),
    ] {
        for ((name, level), pairs) in [LEVELS[0], LEVELS[2]].into_iter().zip([percent, decoded]) {
            let bytes = pairs.iter().map(String::len).sum();
            let work: Work = Box::new(move |pairs| {
                for pair in pairs.chunks_exact(2) {
                    black_box(equivalent(&pair[0], &pair[1], level).is_equivalent());
                }
            });
            race(job, vec![(name, work)], 1, pairs, bytes, options);
        }
    }
}

fn each(work: impl Fn(&str) -> usize + 'static) -> Work {
    Box::new(move |urls| {
        for url in urls {
            black_box(work(black_box(url)));
        }
    })
}

/// The crates for RFC 3986 give the same result for each reference as Triplet.
fn assert_agreement(urls: &[String]) {
    for url in urls.iter().take(20_000) {
        let ours = normalize(url, Level::Path);
        let iri = UriStr::new(url).expect("a URI").normalize().to_string();
        assert_eq!(ours, iri, "iri-string, {url}");
    }
}

/// The first `own` rows are Triplet's.
fn race(
    job: &str,
    mut passes: Vec<Pass>,
    own: usize,
    urls: &[String],
    bytes: usize,
    options: &Options,
) {
    let timing = Timing::of_passes(options.passes.min(11));
    let medians = clock::medians(passes.len(), timing, |which| (passes[which].1)(urls));
    let best_peer = medians[own..].iter().copied().fold(f64::INFINITY, f64::min);
    let mut table = Table::new([job, "ns a reference", "MB/s", "× fastest peer"]);
    for ((name, _), seconds) in passes.iter().zip(medians) {
        table.row([
            (*name).to_string(),
            number(Some(seconds / urls.len() as f64 * 1e9)),
            number(Some(bytes as f64 / seconds / 1e6)),
            if best_peer.is_finite() { number(Some(best_peer / seconds)) } else { String::new() },
        ]);
    }
    say!("{table}");
}
