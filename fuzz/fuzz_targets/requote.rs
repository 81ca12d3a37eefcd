//! Repair of references: the result is one unless it is said where not, a second repair changes nothing, and no datum is lost.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::uri::Requote;
use triplet_fuzz::grammar;
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions};
use triplet_fuzz::sets;

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let mut switches = input.switches();
    let [iri, html, braces, variables] = [(); 4].map(|()| switches.next() == Some(true));
    let set = input.pick(&sets::ALL).ours;
    let octets = input.bytes();
    let mut repair = Requote::new();
    if iri {
        repair = repair.iri();
    }
    let plain = repair.clone();
    if html {
        repair = repair.html();
    }
    if braces {
        repair = repair.also_keep("{}|").expect("ASCII");
    }
    if variables {
        repair = repair.keep_between("{{", "}}");
    }
    let told = || octets.escape_ascii();
    let repaired = repair.convert_octets(octets);
    let problem = repair.unrepaired(octets);
    if let Some(error) = &problem {
        assert!(error.offset() <= octets.len(), "{}: {error}", told());
    }
    if !braces && !variables && problem.is_none() {
        let grammar = if iri { &grammar::IRI } else { &grammar::URI };
        assert!(grammar.is_reference(&repaired), "{} → {repaired:?}", told());
    }
    if !html {
        // `&amp;amp;` is read once a time.
        assert_eq!(repair.convert(&repaired), repaired, "{}", told());
    }
    if let Ok(text) = str::from_utf8(octets) {
        assert_eq!(repair.convert(text), repaired);
        if grammar::URI.is_reference(text) && !html {
            assert!(iri || repaired == text, "{text:?} is a URI, and became {repaired:?}");
        }
    }
    // All parts mean the same octets, except the host: it may become Punycode.
    let component = plain.component(octets, set);
    let decoded = |text: &[u8]| {
        let options = DecodeOptions { lenient: true, ..DecodeOptions::default() };
        codec::decode(text, options).expect("lenient")
    };
    if !set.writes_space_as_plus() {
        assert_eq!(decoded(component.as_bytes()), decoded(octets), "{} → {component:?}", told());
    }
});
