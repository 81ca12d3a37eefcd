//! EBCDIC code pages: 256 characters each, in the order of their octets.
//!
//! The mappings are those of IBM's code pages 37, 500 and 1140; each row holds sixteen characters. The control characters of EBCDIC that ASCII does
//! not have are mapped to C1 control characters, so that every octet has a character and every mapping is one to
//! one.

/// A code page.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) name: &'static str,
    /// The labels that [`Charset::for_label`](super::Charset::for_label) accepts.
    pub(super) labels: &'static [&'static str],
    /// The octets with another character than in IBM037.
    others: &'static [(u8, char)],
}

impl PartialEq for Page {
    fn eq(&self, other: &Page) -> bool {
        self.name == other.name
    }
}

impl Eq for Page {}

impl Page {
    pub(super) fn decode(&self, octet: u8) -> char {
        let other = self.others.iter().find(|(other, _)| *other == octet);
        other.map_or(IBM037[usize::from(octet)], |(_, character)| *character)
    }

    pub(super) fn encode(&self, scalar: char) -> Option<u8> {
        match self.others.iter().find(|(_, other)| *other == scalar) {
            Some((octet, _)) => Some(*octet),
            None => {
                let octet = IBM037.iter().position(|&c| c == scalar)? as u8;
                (self.decode(octet) == scalar).then_some(octet)
            }
        }
    }
}

/// The characters of IBM037, by octet.
#[rustfmt::skip]
static IBM037: [char; 256] = [
    '\u{0}', '\u{1}', '\u{2}', '\u{3}', '\u{9C}', '\u{9}', '\u{86}', '\u{7F}', '\u{97}', '\u{8D}', '\u{8E}', '\u{B}', '\u{C}', '\u{D}', '\u{E}', '\u{F}',
    '\u{10}', '\u{11}', '\u{12}', '\u{13}', '\u{9D}', '\u{85}', '\u{8}', '\u{87}', '\u{18}', '\u{19}', '\u{92}', '\u{8F}', '\u{1C}', '\u{1D}', '\u{1E}', '\u{1F}',
    '\u{80}', '\u{81}', '\u{82}', '\u{83}', '\u{84}', '\u{A}', '\u{17}', '\u{1B}', '\u{88}', '\u{89}', '\u{8A}', '\u{8B}', '\u{8C}', '\u{5}', '\u{6}', '\u{7}',
    '\u{90}', '\u{91}', '\u{16}', '\u{93}', '\u{94}', '\u{95}', '\u{96}', '\u{4}', '\u{98}', '\u{99}', '\u{9A}', '\u{9B}', '\u{14}', '\u{15}', '\u{9E}', '\u{1A}',
    '\u{20}', '\u{A0}', 'â', 'ä', 'à', 'á', 'ã', 'å', 'ç', 'ñ', '¢', '.', '<', '(', '+', '|',
    '&', 'é', 'ê', 'ë', 'è', 'í', 'î', 'ï', 'ì', 'ß', '!', '$', '*', ')', ';', '¬',
    '-', '/', 'Â', 'Ä', 'À', 'Á', 'Ã', 'Å', 'Ç', 'Ñ', '¦', ',', '%', '_', '>', '?',
    'ø', 'É', 'Ê', 'Ë', 'È', 'Í', 'Î', 'Ï', 'Ì', '`', ':', '#', '@', '\'', '=', '"',
    'Ø', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', '«', '»', 'ð', 'ý', 'þ', '±',
    '°', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'ª', 'º', 'æ', '¸', 'Æ', '¤',
    'µ', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '¡', '¿', 'Ð', 'Ý', 'Þ', '®',
    '^', '£', '¥', '·', '©', '§', '¶', '¼', '½', '¾', '[', ']', '¯', '¨', '´', '×',
    '{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', '\u{AD}', 'ô', 'ö', 'ò', 'ó', 'õ',
    '}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', '¹', 'û', 'ü', 'ù', 'ú', 'ÿ',
    '\\', '÷', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '²', 'Ô', 'Ö', 'Ò', 'Ó', 'Õ',
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '³', 'Û', 'Ü', 'Ù', 'Ú', '\u{9F}',
];

pub(super) static PAGES: [Page; 3] = [
    Page {
        name: "IBM037",
        labels: &["cp037", "ibm037", "ibm-037", "cp037 (ebcdic)", "ebcdic-cp-us"],
        others: &[],
    },
    Page {
        name: "IBM500",
        labels: &["cp500", "ibm500", "ibm-500", "ebcdic-cp-be", "ebcdic-cp-ch"],
        others: &[
            (0x4A, '['),
            (0x4F, '!'),
            (0x5A, ']'),
            (0x5F, '^'),
            (0xB0, '¢'),
            (0xBA, '¬'),
            (0xBB, '|'),
        ],
    },
    Page {
        name: "IBM01140",
        labels: &["cp1140", "ibm01140", "ibm1140", "ibm-1140", "cp01140"],
        others: &[(0x9F, '€')],
    },
];
