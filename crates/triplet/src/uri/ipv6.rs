//! The text of an IPv6 address (RFC 4291 and RFC 5952). `core::net::Ipv6Addr` reads and writes the same text with ten times as much
//! machine code, and the size of the WebAssembly module is limited.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::string::String;

/// The groups of an address: eight of one to four hexadecimal digits, where `::` may replace one group or more, once, and an
/// IPv4 address for the last two (RFC 3986 section 3.2.2).
pub(crate) fn read(text: &str) -> Option<[u16; 8]> {
    let mut groups = [0; 8];
    let (mut count, mut gap) = (0, None);
    let mut rest = text.as_bytes();
    loop {
        if let Some(after) = rest.strip_prefix(b"::") {
            if gap.replace(count).is_some() {
                return None;
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        } else if count > 0 {
            rest = rest.strip_prefix(b":")?;
        }
        let length = rest.iter().position(|&byte| byte == b':').unwrap_or(rest.len());
        let (group, after) = rest.split_at(length);
        if group.contains(&b'.') {
            let last = groups.get_mut(count..count + 2)?;
            let mut octets = group.split(|&byte| byte == b'.');
            for place in 0..4 {
                let octet =
                    octets.next().filter(|octet| octet.len() == 1 || !octet.starts_with(b"0"))?;
                let value = value(octet, 10, 3).filter(|&value| value <= 0xFF)?;
                last[place / 2] = last[place / 2] << 8 | value;
            }
            if octets.next().is_some() || !after.is_empty() {
                return None;
            }
            count += 2;
            break;
        }
        *groups.get_mut(count)? = value(group, 16, 4)?;
        count += 1;
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    match gap {
        None => (count == 8).then_some(groups),
        // What comes after `::` moves to the end.
        Some(gap) => (count < 8).then(|| {
            for place in (gap..count).rev() {
                groups.swap(place, place + 8 - count);
            }
            groups
        }),
    }
}

/// The value of one to `most` digits of a base.
fn value(digits: &[u8], base: u16, most: usize) -> Option<u16> {
    if digits.is_empty() || digits.len() > most {
        return None;
    }
    digits.iter().try_fold(0, |value, &digit| {
        let digit = char::from(digit).to_digit(u32::from(base))?;
        Some(value * base + digit as u16)
    })
}

/// Appends an address: hexadecimal digits in lower case without zeros before them, the first of the longest rows of zeros
/// as `::` if it is of two groups or more (section 4), and an IPv4 address after `::ffff:` (section 5).
#[cfg(feature = "alloc")]
pub(super) fn push(groups: [u16; 8], out: &mut String) {
    let (mut start, mut length, mut zeros) = (8, 1, 0);
    for (at, &group) in groups.iter().enumerate() {
        zeros = if group == 0 { zeros + 1 } else { 0 };
        if zeros > length {
            (start, length) = (at + 1 - zeros, zeros);
        }
    }
    let is_mapped = length == 5 && groups[5] == 0xFFFF;
    let mut at = 0;
    while at < 8 {
        if at == start {
            out.push_str("::");
            at += length;
            continue;
        }
        if at > 0 && at != start + length {
            out.push(':');
        }
        if is_mapped && at == 6 {
            for (i, octet) in
                [groups[6] >> 8, groups[6], groups[7] >> 8, groups[7]].into_iter().enumerate()
            {
                if i > 0 {
                    out.push('.');
                }
                number(octet & 0xFF, 10, 100, out);
            }
            return;
        }
        number(groups[at], 16, 0x1000, out);
        at += 1;
    }
}

/// A number to a base, whose greatest place is given.
#[cfg(feature = "alloc")]
fn number(value: u16, base: u16, mut place: u16, out: &mut String) {
    while place > 1 && value < place {
        place /= base;
    }
    while place > 0 {
        let digit = u32::from(value / place % base);
        out.extend(char::from_digit(digit, u32::from(base)));
        place /= base;
    }
}
