//! IP literals as hosts.

use triplet::uri::{Grammar, Level, normalize, validate};

use crate::tier::Noise;

/// An IP literal is read as `core` reads an IPv6 address, and written as `core` writes it.
#[test]
fn ipv6_addresses_are_those_of_core() {
    fn agrees(text: &str) {
        let uri = format!("x://[{text}]");
        let expected = text.parse::<std::net::Ipv6Addr>();
        assert_eq!(validate(&uri, Grammar::Uri).is_ok(), expected.is_ok(), "{uri}");
        let normal = normalize(&uri, Level::Path);
        match expected {
            Ok(address) => assert_eq!(normal, format!("x://[{address}]")),
            Err(_) => assert_eq!(normal, uri),
        }
    }
    // Each octet at each place of an IPv4 address inside.
    for octet in 0..=255 {
        agrees(&format!("::ffff:{octet}.{}.{octet}.0", 255 - octet));
    }
    // Every text of few of these bytes, and every row of few of these pieces.
    let all = |pieces: &[&str], most: u32| {
        for count in 0..=most {
            for number in 0..pieces.len().pow(count) {
                let piece = |place| pieces[number / pieces.len().pow(place) % pieces.len()];
                agrees(&(0..count).map(piece).collect::<String>());
            }
        }
    };
    all(&[":", ".", "1"], 9);
    all(&[":", "0", ".", "2", "f", "g"], 5);
    all(
        &[
            "1:2:3",
            ":",
            "::",
            "ffff",
            "00000",
            "0",
            "1.2.3.4",
            "256.0.0.1",
            "1.02.3.4",
            "9.255.10.0",
            ".5",
        ],
        4,
    );
    let mut noise = Noise(1);
    for _ in 0..200_000 {
        let mut text = String::new();
        for place in 0..9 {
            text.push_str(match noise.next() >> 32 & 31 {
                0 => "::",
                1 => "1.2.3.255",
                2 => "",
                3 => "00",
                4..8 => "0",
                8 => "0ab",
                9 => "00001",
                _ => "c1f",
            });
            if place > 5 && noise.next() >> 32 & 3 == 0 {
                break;
            }
            if place < 8 {
                text.push(':');
            }
        }
        agrees(&text);
    }
}
