//! Links that a program has rewritten so that they lead through a site of its own. Each is read as the original link.
//!
//! The forms are those that the links themselves show, and that their makers document: Proofpoint's *URL decoder*, Microsoft's *Safe
//! Links in Microsoft Defender for Office 365*. Others, such as Mimecast's, do not have the original link in them.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use triplet::decode;
use triplet::uri::{Reference, requote_reference};

use super::super::find::{find, split_once};
#[cfg(feature = "all-notations")]
use super::super::recognized::span_of;
use super::super::recognized::{Inner, Place, Recognized};

/// How a program writes the original link.
enum Form {
    /// In the value of the first pair with one of these names.
    Pair(&'static [&'static str]),
    /// The same, with `-` for the `%` of triplets and `_` for `/`.
    ProofpointV2,
    /// In the path, between `__` and `__;`, with `*` for characters that are after it.
    ProofpointV3,
    /// Encoded, as the last segment of the path.
    Segment,
    /// Encoded, as the segment of the path that begins so.
    #[cfg(feature = "all-notations")]
    Named(&'static str),
    /// As it is, with its query, after one more segment of the path. The page there is a copy, which may outlive the original, so that
    /// this reading is only likely.
    #[cfg(feature = "all-notations")]
    Copy,
    /// Host and path as they are, after `s/` if the scheme is `https`.
    #[cfg(feature = "all-notations")]
    Amp,
    /// In base64url, as the value of the first pair with one of these names.
    #[cfg(feature = "all-notations")]
    Base64(&'static [&'static str]),
    /// Between `___` and `___`.
    #[cfg(feature = "all-notations")]
    Underscores,
    /// In the value of `url`, before a `:` and a hash.
    #[cfg(feature = "all-notations")]
    BeforeColon,
    /// The value of `u`: `a1`, and the link in base64url.
    #[cfg(feature = "all-notations")]
    Bing,
}

struct Row {
    program: &'static str,
    /// The host; with a dot before it also those below it, and with a dot after it whatever country follows.
    host: &'static str,
    /// How the path begins.
    path: &'static str,
    form: Form,
}

const fn row(program: &'static str, host: &'static str, path: &'static str, form: Form) -> Row {
    Row { program, host, path, form }
}

const U: Form = Form::Pair(&["u"]);
const URL: Form = Form::Pair(&["url"]);
const TARGET: Form = Form::Pair(&["target"]);

static ROWS: &[Row] = &[
    row("Microsoft Safe Links", ".safelinks.protection.outlook.com", "", URL),
    row("Proofpoint, version 1", "urldefense.proofpoint.com", "/v1/url", U),
    row("Proofpoint, version 2", "urldefense.proofpoint.com", "/v2/url", Form::ProofpointV2),
    row("Proofpoint, version 2", "urldefense.com", "/v2/url", Form::ProofpointV2),
    row("Proofpoint, version 3", "urldefense.com", "/v3/__", Form::ProofpointV3),
    row("Proofpoint, version 3", ".urldefense.us", "/v3/__", Form::ProofpointV3),
    row("Proofpoint, version 3", "urldefense.proofpoint.com", "/v3/__", Form::ProofpointV3),
    row("Microsoft Teams", "statics.teams.cdn.office.net", "/evergreen-assets/safelinks/", URL),
    row("Barracuda Link Protection", "linkprotect.cudasvc.com", "/url", Form::Pair(&["a"])),
    row("Cisco Secure Email", "secure-web.cisco.com", "", Form::Segment),
    #[cfg(feature = "all-notations")]
    row("Bing", ".bing.com", "/ck/a", Form::Bing),
    row("Google", ".google.", "/url", Form::Pair(&["q", "url"])),
    row("YouTube", ".youtube.com", "/redirect", Form::Pair(&["q"])),
    row("Facebook", "l.facebook.com", "/l.php", U),
    row("Facebook", "lm.facebook.com", "/l.php", U),
    row("Instagram", "l.instagram.com", "", U),
    row("LinkedIn", ".linkedin.com", "/redir/redirect", URL),
    row("LinkedIn", ".linkedin.com", "/safety/go", URL),
    row("Reddit", "out.reddit.com", "", URL),
    row("Slack", "slack-redir.net", "/link", URL),
    row("Steam", "steamcommunity.com", "/linkfilter", Form::Pair(&["url", "u"])),
    row("Tumblr", "t.umblr.com", "/redirect", Form::Pair(&["z"])),
    row("DuckDuckGo", ".duckduckgo.com", "/l/", Form::Pair(&["uddg"])),
    row("VK", ".vk.com", "/away.php", Form::Pair(&["to"])),
    row("Zhihu", "link.zhihu.com", "", TARGET),
    row("Juejin", "link.juejin.cn", "", TARGET),
    row("CSDN", "link.csdn.net", "", TARGET),
];

/// Links that people paste less often.
#[cfg(feature = "all-notations")]
static MORE: &[Row] = &[
    row("the Internet Archive", "web.archive.org", "/web/", Form::Copy),
    row("archive.today", "archive.today", "/", Form::Copy),
    row("archive.today", "archive.ph", "/", Form::Copy),
    row("archive.today", "archive.is", "/", Form::Copy),
    row("Google AMP", ".google.", "/amp/", Form::Amp),
    row("AMP Cache", ".cdn.ampproject.org", "/c/", Form::Amp),
    row("AMP Cache", ".cdn.ampproject.org", "/v/", Form::Amp),
    row("Google Ads", ".googleadservices.com", "/pagead/aclk", Form::Pair(&["adurl"])),
    row("Google Ads", "adclick.g.doubleclick.net", "", Form::Pair(&["adurl"])),
    row("Yahoo", "r.search.yahoo.com", "/", Form::Named("RU=")),
    row("Messenger", "l.messenger.com", "/l.php", U),
    row("Threads", "l.threads.com", "", U),
    row("Threads", "l.threads.net", "", U),
    row("WhatsApp", "l.wl.co", "/l", U),
    row("Telegram", "t.me", "/iv", URL),
    row("TikTok", ".tiktok.com", "/link/v2", TARGET),
    row("Pinterest", ".pinterest.", "/offsite/", URL),
    row("SoundCloud", "exit.sc", "", URL),
    row("Microsoft Outlook", "outlook.office.com", "/mail/safelink.html", URL),
    row("Yandex", "yandex.ru", "/clck/jsredir", URL),
    row("Medium", "medium.com", "/r/", URL),
    row("GMX", "deref-gmx.net", "/mail/", Form::Pair(&["redirectUrl"])),
    row("WEB.DE", "deref-web.de", "/mail/", Form::Pair(&["redirectUrl"])),
    row("mail.com", "deref-mail.com", "/mail/", Form::Pair(&["redirectUrl"])),
    row("Weibo", "weibo.cn", "/sinaurl", U),
    row("QQ", "c.pc.qq.com", "", Form::Pair(&["pfurl", "url"])),
    row("Douban", ".douban.com", "/link2/", URL),
    row("Jianshu", "link.jianshu.com", "", Form::Pair(&["t"])),
    row("Gitee", "gitee.com", "/link", TARGET),
    row("Feishu", "security.feishu.cn", "/link/safety", TARGET),
    row("OK", "ok.ru", "/dk", Form::Pair(&["st.link"])),
    row("Trend Micro", ".trendmicro.com", "/wis/clicktime/", URL),
    row("FireEye", "protect2.fireeye.com", "", U),
    row("Sophos", ".protection.sophos.com", "", Form::Base64(&["u"])),
    row("Avanan", "url.avanan.click", "/v2/", Form::Underscores),
    row("Check Point", ".url-protection.com", "/v1/", Form::Pair(&["o", "url"])),
    row("Disqus", "disq.us", "/url", Form::BeforeColon),
    row("Skimlinks", "go.skimresources.com", "", URL),
    row("Skimlinks", "go.redirectingat.com", "", URL),
    row("Sovrn", "redirect.viglink.com", "", U),
    row("Awin", ".awin1.com", "/cread.php", Form::Pair(&["ued", "p"])),
    row("Rakuten", "click.linksynergy.com", "/deeplink", Form::Pair(&["murl"])),
    row("ShareASale", ".shareasale.com", "/r.cfm", Form::Pair(&["urllink"])),
    row("eBay", "rover.ebay.com", "/rover/", Form::Pair(&["mpre"])),
    row("impact.com", ".pxf.io", "", U),
    row("impact.com", ".sjv.io", "", U),
];

#[cfg(not(feature = "all-notations"))]
static MORE: &[Row] = &[];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let is_web = ["https://", "http://"].iter().any(|start| {
        text.get(..start.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(start))
    });
    if !is_web || text.contains(char::is_whitespace) {
        return None;
    }
    let reference = Reference::split(text);
    let host = reference.authority()?.host();
    let rows = ROWS.iter().chain(MORE);
    let mut rows =
        rows.filter(|row| is_at(host, row.host) && reference.path().starts_with(row.path));
    rows.find_map(|row| {
        let query = reference.query().unwrap_or_default();
        let link = match row.form {
            Form::Pair(names) => {
                let mut values = names.iter().filter_map(|name| value(query, name));
                decoded(values.find(|value| !value.is_empty())?)
            }
            Form::ProofpointV2 => {
                let written = value(query, "u")?.replace('-', "%").replace('_', "/");
                decoded(&written)
            }
            Form::ProofpointV3 => proofpoint_v3(text)?,
            #[cfg(feature = "all-notations")]
            Form::Bing => {
                String::from_utf8(base64url(value(query, "u")?.strip_prefix("a1")?)?).ok()?
            }
            #[cfg(feature = "all-notations")]
            Form::Base64(names) => {
                let value = names.iter().find_map(|name| value(query, name))?;
                let value = decoded(value).replace('+', "-").replace('/', "_");
                String::from_utf8(base64url(value.trim_end_matches('='))?).ok()?
            }
            #[cfg(feature = "all-notations")]
            Form::Underscores => {
                let (_, link) = split_once(text, "___")?;
                split_once(link, "___")?.0.into()
            }
            #[cfg(feature = "all-notations")]
            Form::BeforeColon => decoded(value(query, "url")?).rsplit_once(':')?.0.into(),
            Form::Segment => decoded(reference.path().rsplit('/').next()?),
            #[cfg(feature = "all-notations")]
            Form::Named(start) => {
                let mut segments = reference.path().split('/');
                decoded(segments.find_map(|segment| segment.strip_prefix(start))?)
            }
            #[cfg(feature = "all-notations")]
            Form::Copy => after_path(text, &reference, row).split_once('/')?.1.into(),
            #[cfg(feature = "all-notations")]
            Form::Amp => amp(after_path(text, &reference, row))?,
        };
        // A program that encodes once what was encoded before loses the triplets of spaces.
        let is_decoded = cfg!(feature = "all-notations") && link.contains(' ');
        let link = if is_decoded { requote_reference(&link).into_owned() } else { link };
        let is_link = find(&link, "://").is_some() || link.starts_with("mailto:");
        let found = Recognized::certain(Inner::Text(link)).filter(|_| is_link)?;
        #[cfg(feature = "all-notations")]
        let found = Recognized { is_certain: !matches!(row.form, Form::Copy), ..found };
        Some(Recognized { detail: Some(row.program.into()), ..found })
    })
}

fn is_at(host: &str, expected: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let (is_below, expected) = match expected.strip_prefix('.') {
        Some(expected) => (true, expected),
        None => (false, expected),
    };
    let labels = match expected.ends_with('.') {
        // `google.de`, `google.co.jp`: at most two labels.
        true => (1..=6).find_map(|country| {
            host.get(..host.len().checked_sub(country)?)?.strip_suffix(expected)
        }),
        false => host.strip_suffix(expected),
    };
    labels.is_some_and(|below| below.is_empty() || (is_below && below.ends_with('.')))
}

/// What a link has after the path of a row.
#[cfg(feature = "all-notations")]
fn after_path<'t>(text: &'t str, reference: &Reference<'_>, row: &Row) -> &'t str {
    &text[span_of(text, reference.path()).start + row.path.len()..]
}

/// The original of an AMP page: `s/a.example/b` is `https://a.example/b`.
#[cfg(feature = "all-notations")]
fn amp(rest: &str) -> Option<String> {
    let (scheme, rest) = match rest.strip_prefix("s/") {
        Some(rest) => ("https", rest),
        None => ("http", rest),
    };
    let host = rest.split(['/', '?', '#']).next()?;
    host.contains('.').then(|| alloc::format!("{scheme}://{rest}"))
}

/// The value of the first pair with a name.
fn value<'t>(query: &'t str, name: &str) -> Option<&'t str> {
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

fn decoded(written: &str) -> String {
    let view = decode(written).lenient();
    view.to_str().unwrap_or_else(|_| view.to_str_keep_invalid()).into_owned()
}

/// The original link of `…/v3/__LINK__;CHARACTERS!…`. `CHARACTERS` is base64url of the characters that were replaced; a `*` in `LINK` is
/// the next of them, and `**` with a digit of base64url the next two (`A`), three (`B`), and so on.
fn proofpoint_v3(text: &str) -> Option<String> {
    let (_, rest) = split_once(text, "/v3/__")?;
    let (link, rest) = split_once(rest, "__;")?;
    let replaced = base64url(rest.split('!').next()?)?;
    let replaced = String::from_utf8(replaced).ok()?;
    let mut replaced = replaced.chars();
    let mut read = String::with_capacity(link.len());
    let mut rest = link;
    while let Some((before, after)) = rest.split_once('*') {
        read.push_str(before);
        rest = after;
        let count = match rest.strip_prefix('*') {
            Some(run) => {
                let digit = sextet(run.bytes().next()?)?;
                rest = &run[1..];
                usize::from(digit) + 2
            }
            None => 1,
        };
        for _ in 0..count {
            read.push(replaced.next()?);
        }
    }
    read.push_str(rest);
    // Mail servers make one slash of two.
    let slash = find(&read, ":/").filter(|&colon| !read[colon + 2..].starts_with('/'));
    let scheme =
        slash.filter(|&colon| read[..colon].bytes().all(|byte| byte.is_ascii_alphanumeric()));
    if let Some(colon) = scheme {
        read.insert(colon + 1, '/');
    }
    Some(read)
}

/// Base64 with `-` and `_` (RFC 4648 section 5), without `=` at its end.
pub(super) fn base64url(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::with_capacity(text.len() * 3 / 4);
    let mut bits = 0_u32;
    let mut count = 0;
    for digit in text.bytes() {
        bits = bits << 6 | u32::from(sextet(digit)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            octets.push((bits >> count) as u8);
        }
    }
    Some(octets)
}

fn sextet(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_rewritten_and_what_is_not() {
        for (program, text, link) in [
            (
                "Microsoft Safe Links",
                "https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fb%3Fc%3D%252Fd&data=05%7C02%7C&reserved=0",
                "https://a.example/b?c=%2Fd",
            ),
            (
                "Proofpoint, version 1",
                "https://urldefense.proofpoint.com/v1/url?u=http://a.example/&k=x",
                "http://a.example/",
            ),
            (
                "Proofpoint, version 2",
                "https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_b-2Dc-5Fd-3Fe-3D1&d=DwMFAg&c=x",
                "https://a.example/b-c_d?e=1",
            ),
            (
                "Proofpoint, version 3",
                "https://urldefense.com/v3/__https://a.example/Ykqg0kr0F*2Fyzk2XW@b.example/__;JQ!!ACWV5N9M2RV99hQ!MwAZ$",
                "https://a.example/Ykqg0kr0F%2Fyzk2XW@b.example/",
            ),
            // `~~~ü` in one run of four.
            (
                "Proofpoint, version 3",
                "https://urldefense.com/v3/__https:/a.example/**Cb__;fn5-w7w!!x$",
                "https://a.example/~~~üb",
            ),
            (
                "Google",
                "https://www.google.co.jp/url?sa=t&url=https%3A%2F%2Fa.example%2F&usg=x",
                "https://a.example/",
            ),
            ("Google", "https://google.de/url?q=http://a.example/", "http://a.example/"),
            (
                "Google",
                "https://www.google.com/url?sa=t&q=&url=https%3A%2F%2Fa.example%2F",
                "https://a.example/",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Bing",
                "https://www.bing.com/ck/a?!&&p=x&u=a1aHR0cHM6Ly9hLmV4YW1wbGUv&ntb=1",
                "https://a.example/",
            ),
            (
                "Microsoft Teams",
                "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.example&locale=en",
                "https://a.example",
            ),
            (
                "Slack",
                "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb%20c",
                "https://a.example/b%20c",
            ),
            (
                "YouTube",
                "https://www.youtube.com/redirect?event=video&q=https%3A%2F%2Fa.example",
                "https://a.example",
            ),
            (
                "Facebook",
                "https://L.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F%25C3%25A4&h=x",
                "https://a.example/%C3%A4",
            ),
            (
                "Cisco Secure Email",
                "https://secure-web.cisco.com/1fCC_x/https%3A%2F%2Fa.example%2Fb",
                "https://a.example/b",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Yahoo",
                "https://r.search.yahoo.com/_ylt=AwrE;_ylu=Y29s/RV=2/RE=17/RU=https%3a%2f%2fa.example%2fb%2520c/RK=2/RS=x-",
                "https://a.example/b%20c",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Google AMP",
                "https://www.google.com/amp/s/a.example/b?c=d#e",
                "https://a.example/b?c=d#e",
            ),
            #[cfg(feature = "all-notations")]
            (
                "AMP Cache",
                "https://a-example.cdn.ampproject.org/c/a.example/b",
                "http://a.example/b",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Sophos",
                "https://eu-central-1.protection.sophos.com/?d=a.example&u=aHR0cHM6Ly9hLmV4YW1wbGUvPw==&i=x",
                "https://a.example/?",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Avanan",
                "https://url.avanan.click/v2/___https://a.example/___.YXAz",
                "https://a.example/",
            ),
            #[cfg(feature = "all-notations")]
            (
                "Disqus",
                "https://disq.us/url?url=https%3A%2F%2Fa.example%3AxYz&cuid=1",
                "https://a.example",
            ),
            #[cfg(feature = "all-notations")]
            ("OK", "https://ok.ru/dk?cmd=x&st.link=https%3A%2F%2Fa.example", "https://a.example"),
        ] {
            let explanation = explain(text);
            let root = explanation.root();
            assert_eq!((root.kind, root.read()), (Kind::RewrittenLink, link), "{text}");
            assert_eq!(root.detail.as_deref(), Some(program));
        }
        for text in [
            "https://www.google.com/search?q=https%3A%2F%2Fa.example",
            "https://www.google.com/amp/s/page/b",
            "https://web.archive.org/web/20200101/a.example",
            "https://www.google.com/url?q=tea",
            "https://www.google.evil.example/url?q=https://a.example/",
            "https://notgoogle.com/url?q=https://a.example/",
            "https://l.facebook.com.evil.example/l.php?u=https://a.example/",
            "https://safelinks.protection.outlook.com.evil.example/?url=https://a.example/",
            "https://urldefense.com/v3/__https://a.example/*__;!!x$",
            "https://urldefense.com/v3/__https://a.example/__",
            "https://urldefense.com/v3/__https://a.example/**ü__;fn5-!!x$",
            "ftp://www.google.com/url?q=https://a.example/",
        ] {
            assert_eq!(says(Kind::RewrittenLink, text), "is not", "{text}");
        }
        // A copy may outlive the original.
        #[cfg(feature = "all-notations")]
        for text in [
            "https://web.archive.org/web/20200101000000id_/https://a.example/b?c=%20d#e",
            "https://archive.ph/2020/https://a.example/b?c=%20d#e",
        ] {
            let link = "may be https://a.example/b?c=%20d#e";
            assert_eq!(says(Kind::RewrittenLink, text), link, "{text}");
        }
    }
}
