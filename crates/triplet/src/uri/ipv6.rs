//! The text of an IPv6 address (RFC 5952). `core` writes the same; this is a tenth of its code, and the page has room for
//! that.
#![forbid(unsafe_code)]

use alloc::string::String;

/// Appends an address: hexadecimal digits in lower case without zeros before them, the first of the longest rows of zeros
/// as `::` if it is of two groups or more (section 4), and an IPv4 address after `::ffff:` (section 5).
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
