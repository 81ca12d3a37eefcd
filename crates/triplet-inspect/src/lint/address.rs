//! Which address a host is, in every form that resolvers accept, and whether it is public.
#![forbid(unsafe_code)]

use super::context::Severity;
use core::net::Ipv6Addr;

/// What a host is.
#[derive(Clone, Copy, Default)]
pub(super) struct Judgement {
    /// Whether the host is an IPv4 address, or looks like one, but is not four decimal numbers.
    pub(super) numeric: bool,
    /// Whether the host is an address or a name that is not public (RFC 6890, RFC 6761).
    pub(super) private: bool,
    /// An IPv4 address is within it.
    pub(super) embedded: Option<Severity>,
}

/// Judges a host that is decoded.
pub(super) fn judge(host: &[u8]) -> Judgement {
    if let Some(literal) = host.strip_prefix(b"[") {
        let literal = literal.strip_suffix(b"]").unwrap_or(literal);
        let address = literal.split(|&b| b == b'%').next().unwrap_or_default();
        let groups = read_v6(address);
        return groups.map_or_else(Judgement::default, judge_v6);
    }
    let rooted = host.ends_with(b".");
    let name = host.strip_suffix(b".").unwrap_or(host);
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    if is_number(last) {
        let address = read_v4(name);
        return Judgement {
            numeric: rooted || !is_canonical(name),
            private: address.is_some_and(is_special),
            embedded: None,
        };
    }
    Judgement { numeric: false, private: is_private_name(name), embedded: embedded_in_name(name) }
}

/// The groups of an IPv6 address (RFC 4291 section 2.2).
pub(super) fn read_v6(address: &[u8]) -> Option<[u16; 8]> {
    Some(str::from_utf8(address).ok()?.parse::<Ipv6Addr>().ok()?.segments())
}

/// Whether a label is a number as the URL standard reads it (section 3.5).
fn is_number(label: &[u8]) -> bool {
    match label {
        [] => false,
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        _ => label.iter().all(u8::is_ascii_digit),
    }
}

/// Whether an address is four decimal numbers without zeros before them.
fn is_canonical(name: &[u8]) -> bool {
    let mut labels = name.split(|&b| b == b'.');
    let octet = |label: &[u8]| {
        (1..=3).contains(&label.len())
            && (label.len() == 1 || label[0] != b'0')
            && decimal(label).is_some_and(|value| value < 256)
    };
    (0..4).all(|_| labels.next().is_some_and(octet)) && labels.next().is_none()
}

fn decimal(digits: &[u8]) -> Option<u64> {
    number(digits, 10)
}

fn number(digits: &[u8], radix: u32) -> Option<u64> {
    digits.iter().try_fold(0u64, |value, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))
    })
}

/// The IPv4 address of one to four numbers: decimal, octal or hexadecimal. The last one fills the rest.
fn read_v4(name: &[u8]) -> Option<u32> {
    let mut numbers = [0u64; 4];
    let mut count = 0;
    for label in name.split(|&b| b == b'.') {
        *numbers.get_mut(count)? = match label {
            [] => return None,
            [b'0', b'x' | b'X', digits @ ..] => number(digits, 16)?,
            [b'0', digits @ ..] => number(digits, 8).or_else(|| decimal(digits))?,
            _ => decimal(label)?,
        };
        count += 1;
    }
    let (last, first) = numbers[..count].split_last()?;
    let mut address = 0u64;
    for (place, &octet) in first.iter().enumerate() {
        if octet > 255 {
            return None;
        }
        address |= octet << (24 - 8 * place);
    }
    // Some resolvers drop what is too large.
    let room = 1u64 << (32 - 8 * first.len());
    Some((address | (last % room)) as u32)
}

/// Whether an IPv4 address is not public: the registry of RFC 6890, without the addresses for documentation.
fn is_special(address: u32) -> bool {
    let within =
        |base: [u8; 4], bits: u32| (address ^ u32::from_be_bytes(base)) >> (32 - bits) == 0;
    within([0, 0, 0, 0], 8)
        || within([10, 0, 0, 0], 8)
        || within([100, 64, 0, 0], 10)
        || within([127, 0, 0, 0], 8)
        || within([169, 254, 0, 0], 16)
        || within([172, 16, 0, 0], 12)
        || within([192, 0, 0, 0], 24)
        || within([192, 168, 0, 0], 16)
        || within([198, 18, 0, 0], 15)
        || within([224, 0, 0, 0], 3)
        // The addresses of a cloud's own services that are in no private range.
        || within([168, 63, 129, 16], 32)
        || within([100, 100, 100, 200], 32)
}

/// Judges the groups of an IPv6 address.
pub(super) fn judge_v6(groups: [u16; 8]) -> Judgement {
    let pair = |at: usize| u32::from(groups[at]) << 16 | u32::from(groups[at + 1]);
    let zeros = |count: usize| groups[..count].iter().all(|&group| group == 0);
    let embedded = match groups {
        [.., 0 | 1] if zeros(7) => None,
        _ if zeros(6) => Some(pair(6)),
        _ if zeros(5) && groups[5] == 0xFFFF => Some(pair(6)),
        // IPv4-translated (RFC 2765).
        _ if zeros(4) && groups[4] == 0xFFFF && groups[5] == 0 => Some(pair(6)),
        [0x64, 0xFF9B, 0, 0, 0, 0, ..] | [0x64, 0xFF9B, 1, ..] => Some(pair(6)),
        [0x2002, ..] => Some(pair(1)),
        // Teredo writes the address of the client with its bits inverted.
        [0x2001, 0, ..] => Some(!pair(6)),
        // ISATAP.
        [_, _, _, _, 0 | 0x200, 0x5EFE, ..] => Some(pair(6)),
        _ => None,
    };
    let first = groups[0];
    let private = zeros(7) && groups[7] <= 1
        || first & 0xFE00 == 0xFC00
        || first & 0xFFC0 == 0xFE80
        || first & 0xFFC0 == 0xFEC0
        || first & 0xFF00 == 0xFF00
        || first == 0x100 && groups[1..4].iter().all(|&group| group == 0);
    Judgement {
        numeric: false,
        private: private || embedded.is_some_and(is_special),
        embedded: embedded.map(|_| Severity::Warn),
    }
}

/// Ends of names that are not public (RFC 6761, RFC 6762, RFC 8375), that are known to lead to this machine, or that clusters give to their
/// services (Kubernetes: "DNS for Services and Pods", Consul: "DNS usage").
pub(super) const PRIVATE_ENDS: [&[u8]; 25] = [
    b"localhost",
    b"local",
    b"localdomain",
    b"internal",
    b"intranet",
    b"corp",
    b"home",
    b"lan",
    b"private",
    b"home.arpa",
    b"localhost4",
    b"localdomain4",
    b"localhost6",
    b"localdomain6",
    b"localtest.me",
    b"lvh.me",
    b"vcap.me",
    b"lacolhost.com",
    b"fuf.me",
    b"yoogle.com",
    b"bugbounty.dod.network",
    b"spoofed.burpcollaborator.net",
    b"svc",
    b"consul",
    b"metadata.goog",
];

/// Names that hosts files and clouds give to this machine and to their own services.
pub(super) const PRIVATE_NAMES: [&[u8]; 10] = [
    b"ip6-localhost",
    b"ipv6-localhost",
    b"ip6-loopback",
    b"loopback",
    b"broadcasthost",
    b"metadata",
    b"instance-data",
    b"rancher-metadata",
    b"kubernetes",
    b"kubernetes.default",
];

/// Names of services of metadata that end like public names: see `clouds`.
pub(super) const PUBLIC_NAMES: [&[u8]; 4] = [
    b"metadata.tencentyun.com",
    b"metadata.packet.net",
    b"metadata.platformequinix.com",
    b"api.metadata.cloud.ibm.com",
];

fn is_private_name(name: &[u8]) -> bool {
    let ends_with = |end: &&[u8]| {
        name.len().checked_sub(end.len()).is_some_and(|start| {
            name[start..].eq_ignore_ascii_case(end) && (start == 0 || name[start - 1] == b'.')
        })
    };
    PRIVATE_ENDS.iter().any(ends_with)
        || PRIVATE_NAMES.iter().chain(&PUBLIC_NAMES).any(|known| known.eq_ignore_ascii_case(name))
}

/// Services whose names lead to the address within them.
pub(super) const WILDCARDS: [&[u8]; 7] =
    [b".nip.io", b".sslip.io", b".xip.io", b".traefik.me", b".ip.es.io", b".1u.ms", b".rbndr.us"];

/// Whether an IPv4 address is within a name: `127.0.0.1.nip.io`, `app-10-0-0-1.example.com`.
pub(super) fn embedded_in_name(name: &[u8]) -> Option<Severity> {
    let ends_with = |end: &[u8]| {
        name.len() > end.len() && name[name.len() - end.len()..].eq_ignore_ascii_case(end)
    };
    // The address in base 36.
    if ends_with(b".xip.io") {
        let label = name[..name.len() - 7].rsplit(|&b| b == b'.').next().unwrap_or_default();
        let is_address =
            (5..=7).contains(&label.len()) && label.iter().all(u8::is_ascii_alphanumeric);
        if is_address {
            return Some(Severity::Warn);
        }
    }
    if name.iter().filter(|b| b.is_ascii_digit()).count() < 4 {
        return None;
    }
    let wildcard = WILDCARDS.iter().any(|end| ends_with(end));
    // The names of reverse lookup are addresses by design.
    if ends_with(b".in-addr.arpa") {
        return None;
    }
    let mut octets = [0u32; 4];
    let (mut count, mut start, mut whole) = (0, 0, true);
    let mut found = None;
    for (at, &byte) in name.iter().chain(b".").enumerate() {
        if byte != b'.' && byte != b'-' {
            continue;
        }
        let part = &name[start..at];
        match decimal(part).filter(|&value| value < 256 && part.len() <= 3) {
            Some(value) => {
                octets.rotate_left(1);
                octets[3] = value as u32;
                count += 1;
            }
            None => (count, whole) = (0, false),
        }
        if count >= 4 {
            let address = octets.iter().fold(0, |address, octet| address << 8 | octet);
            let severe = wildcard || whole && is_special(address);
            found = found.max(Some(if severe { Severity::Warn } else { Severity::Info }));
        }
        if byte == b'.' && count == 0 {
            whole = true;
        }
        start = at + 1;
    }
    // The address in eight hexadecimal digits.
    if wildcard
        && name
            .split(|b| matches!(b, b'.' | b'-'))
            .any(|part| part.len() == 8 && part.iter().all(u8::is_ascii_hexdigit))
    {
        found = Some(Severity::Warn);
    }
    found
}
