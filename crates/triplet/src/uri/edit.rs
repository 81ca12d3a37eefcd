//! A reference whose components are changed, while everything else stays byte for byte as it is written.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::Component;
use super::kept_triplets::host_name;
use super::parameters::{Parameters, ParametersMut};
use super::recompose::Components;
use super::reference::{Reference, is_mailto, user_and_password};
use super::split;
use super::value::{EditError, Value};
use crate::decode;
use crate::set::rfc3986;

/// Changes components and parameters of a reference. What is not changed stays as it is written, byte for byte, and so does
/// a parameter beside one that is changed; nothing is normalised.
///
/// Any text can be edited, whether it is a valid reference or not; [`validate`](super::validate) checks one. What is set is valid, so
/// of a valid reference the result is valid too: a URI reference, or an IRI reference if something outside ASCII was there or was set
/// [as written](Value::AsWritten). Setting and finishing take linear time.
///
/// ```
/// use triplet::uri::{Component, Edit, Value};
///
/// let mut edit = Edit::new("http://example.com/a%2fb?x=%7e&q=old#top");
/// edit.set(Component::Scheme, Value::Data("https"))?;
/// edit.parameters_mut().set("q", Some(Value::Data("tea & milk")))?;
/// edit.remove(Component::Fragment);
/// assert_eq!(edit.finish()?, "https://example.com/a%2fb?x=%7e&q=tea%20%26%20milk");
/// # Ok::<(), triplet::uri::EditError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "an edit has no result before `finish`"]
pub struct Edit<'a> {
    text: &'a str,
    scheme: Option<Cow<'a, str>>,
    userinfo: Option<Cow<'a, str>>,
    host: Option<Cow<'a, str>>,
    port: Option<Cow<'a, str>>,
    path: Cow<'a, str>,
    query: Option<Cow<'a, str>>,
    fragment: Option<Cow<'a, str>>,
}

impl<'a> Edit<'a> {
    /// Starts with a reference; with the empty one, to build another from nothing.
    pub fn new(reference: &'a str) -> Edit<'a> {
        let parts = Reference::split(reference);
        let authority = parts.authority();
        Edit {
            text: reference,
            scheme: parts.scheme().map(Cow::Borrowed),
            userinfo: authority.and_then(|authority| authority.userinfo()).map(Cow::Borrowed),
            host: authority.map(|authority| Cow::Borrowed(authority.host())),
            port: authority.and_then(|authority| authority.port()).map(Cow::Borrowed),
            path: Cow::Borrowed(parts.path()),
            query: parts.query().map(Cow::Borrowed),
            fragment: parts.fragment().map(Cow::Borrowed),
        }
    }

    /// A component as it is written now; none if it is not there. A path always is.
    #[must_use]
    pub fn get(&self, component: Component) -> Option<&str> {
        match component {
            Component::Scheme => self.scheme.as_deref(),
            Component::Userinfo => self.userinfo.as_deref(),
            Component::Host => self.host.as_deref(),
            Component::Port => self.port.as_deref(),
            Component::Path => Some(&self.path),
            Component::Query => self.query.as_deref(),
            Component::Fragment => self.fragment.as_deref(),
        }
    }

    /// Sets a component. A value is encoded with the set of the whole component
    /// ([`rfc3986`](crate::set::rfc3986)): in a path `/` stays a delimiter, in a query `&`, `=` and `+` do, in a userinfo `:`.
    /// Use [`push_segment`](Edit::push_segment), [`parameters_mut`](Edit::parameters_mut) and [`set_user`](Edit::set_user) for data within them.
    ///
    /// A host is an IP address, with or without the brackets of IPv6, or a name. A name outside ASCII becomes a domain name
    /// where the scheme has those (with the feature `idna`), and triplets elsewhere; so set the scheme first. A domain name with a label
    /// above 63 octets is an error.
    ///
    /// # Errors
    ///
    /// A value that the component can't have: see [`EditError`]. Then nothing is changed.
    ///
    /// ```
    /// use triplet::uri::{Component, Edit, Value};
    ///
    /// let mut edit = Edit::new("http://old/a");
    /// edit.set(Component::Host, Value::Data("2001:db8::1"))?.set(Component::Port, Value::Data("8080"))?;
    /// assert!(edit.set(Component::Host, Value::Data("a/b")).is_err());
    /// assert_eq!(edit.finish()?, "http://[2001:db8::1]:8080/a");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn set(
        &mut self,
        component: Component,
        value: Value<'_>,
    ) -> Result<&mut Edit<'a>, EditError> {
        match component {
            Component::Scheme => {
                let name = value.text();
                let with_colon = alloc::format!("{name}:");
                if split::scheme_len(with_colon.as_bytes()) != Some(name.len()) {
                    return Err(EditError::Scheme);
                }
                self.scheme = Some(Cow::Owned(name.into()));
            }
            Component::Userinfo => {
                self.userinfo = Some(value.write(component, rfc3986::USERINFO)?);
            }
            Component::Host => self.host = Some(self.host_of(value)?),
            Component::Port => {
                let port = value.text();
                let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
                // An empty port is one, by the grammar; zeros before a number do not change it.
                if !is_number || (!port.is_empty() && port.parse::<u16>().is_err()) {
                    return Err(EditError::Port);
                }
                self.port = Some(Cow::Owned(port.into()));
            }
            Component::Path => self.path = value.write(component, rfc3986::PATH)?,
            Component::Query => self.query = Some(value.write(component, rfc3986::QUERY)?),
            Component::Fragment => self.fragment = Some(value.write(component, rfc3986::FRAGMENT)?),
        }
        Ok(self)
    }

    /// A host: an IP literal, an IPv6 address without its brackets, or a name.
    fn host_of(&self, value: Value<'_>) -> Result<Cow<'static, str>, EditError> {
        let text = value.text();
        if let Value::AsWritten(_) = value {
            return value.write(Component::Host, rfc3986::REG_NAME);
        }
        if text.parse::<core::net::Ipv6Addr>().is_ok() {
            return Ok(Cow::Owned(alloc::format!("[{text}]")));
        }
        if text.starts_with('[') {
            return Value::AsWritten(text).write(Component::Host, rfc3986::REG_NAME);
        }
        let is_wrong = |c: char| {
            ":/?#[]@\\<>^`{|}\"".chars().any(|own| own == c) || c.is_whitespace() || c.is_control()
        };
        if let Some(offset) = text.find(is_wrong) {
            return Err(EditError::Host { offset });
        }
        match value {
            Value::Data(text) if text.as_bytes().contains(&b'%') => {
                value.write(Component::Host, rfc3986::REG_NAME)
            }
            _ => host_name(text, self.scheme.as_deref())
                .map(|host| Cow::Owned(host.into_owned()))
                .map_err(EditError::NotAllowed),
        }
    }

    /// The name of the user, as it is written: the userinfo up to its first `:`.
    #[must_use]
    pub fn user(&self) -> Option<&str> {
        self.userinfo.as_deref().map(|userinfo| user_and_password(userinfo).0)
    }

    /// The password, as it is written: the userinfo after its first `:`.
    #[must_use]
    pub fn password(&self) -> Option<&str> {
        self.userinfo.as_deref().and_then(|userinfo| user_and_password(userinfo).1)
    }

    /// Sets the name of the user; a `:` in it is data. A password stays. Data is written with unreserved characters alone: the grammar allows
    /// `$`, `;` and others, and drivers of databases refuse some of them.
    ///
    /// # Errors
    ///
    /// A value that is [`AsWritten`](Value::AsWritten) and not allowed, or has a `:`.
    pub fn set_user(&mut self, user: Value<'_>) -> Result<&mut Edit<'a>, EditError> {
        if let (Value::AsWritten(_), Some(_)) = (user, user.text().find(':')) {
            return Err(EditError::Ambiguous(Component::Userinfo));
        }
        let user = user.write(Component::Userinfo, rfc3986::UNRESERVED)?;
        self.userinfo = Some(match self.password() {
            Some(password) => Cow::Owned(alloc::format!("{user}:{password}")),
            None => user,
        });
        Ok(self)
    }

    /// Sets the password, written as [`set_user`](Edit::set_user) writes a name. RFC 3986 section 3.2.1 deprecates passwords in references:
    /// logs and histories show them.
    ///
    /// # Errors
    ///
    /// A value that is [`AsWritten`](Value::AsWritten) and not allowed.
    ///
    /// ```
    /// use triplet::uri::{Edit, Value};
    ///
    /// let mut edit = Edit::new("ftp://host/");
    /// edit.set_user(Value::Data("me:you"))?.set_password(Value::Data("a@b:$"))?;
    /// assert_eq!(edit.finish()?, "ftp://me%3Ayou:a%40b%3A%24@host/");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn set_password(&mut self, password: Value<'_>) -> Result<&mut Edit<'a>, EditError> {
        let password = password.write(Component::Userinfo, rfc3986::UNRESERVED)?;
        let user = self.user().unwrap_or_default();
        self.userinfo = Some(Cow::Owned(alloc::format!("{user}:{password}")));
        Ok(self)
    }

    /// Removes the name of the user. A password stays, after its `:`.
    pub fn remove_user(&mut self) -> &mut Edit<'a> {
        self.userinfo = self.password().map(|password| Cow::Owned(alloc::format!(":{password}")));
        self
    }

    /// Removes the password, and its `:`.
    pub fn remove_password(&mut self) -> &mut Edit<'a> {
        if let (Some(user), Some(_)) = (self.user(), self.password()) {
            self.userinfo = Some(Cow::Owned(user.into()));
        }
        self
    }

    /// Removes a component with its delimiter. A path becomes empty; a host takes user and port with it.
    pub fn remove(&mut self, component: Component) -> &mut Edit<'a> {
        match component {
            Component::Scheme => self.scheme = None,
            Component::Userinfo => self.userinfo = None,
            Component::Host => (self.userinfo, self.host, self.port) = (None, None, None),
            Component::Port => self.port = None,
            Component::Path => self.path = Cow::Borrowed(""),
            Component::Query => self.query = None,
            Component::Fragment => self.fragment = None,
        }
        self
    }

    /// Adds a segment at the end of the path; a `/` in it is data. A path that ends with `/` gets no second one.
    ///
    /// # Errors
    ///
    /// A segment `.` or `..`, encoded or not; an empty segment in an empty path without a host before it, which would be no segment; a
    /// value that is [`AsWritten`](Value::AsWritten) and not allowed in a path.
    ///
    /// ```
    /// use triplet::uri::{Edit, Value};
    ///
    /// let mut edit = Edit::new("http://host/a/?q");
    /// edit.push_segment(Value::Data("b/c"))?.push_segment(Value::Data("50%"))?;
    /// assert_eq!(edit.finish()?, "http://host/a/b%2Fc/50%25?q");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn push_segment(&mut self, segment: Value<'_>) -> Result<&mut Edit<'a>, EditError> {
        let segment = segment_of(segment)?;
        let is_first = self.path.is_empty() && self.host.is_none();
        if is_first && segment.is_empty() {
            return Err(EditError::Ambiguous(Component::Path));
        }
        let path = self.path.to_mut();
        if !is_first && !path.ends_with('/') {
            path.push('/');
        }
        path.push_str(&segment);
        Ok(self)
    }

    /// Gives a segment of the path another value, and says whether there is such a segment; a `/` in the value is data. Segments count from 0,
    /// and from the end: -1 is the last. They are those of [`Reference::segments`]: a path that ends with `/` has an empty last one.
    ///
    /// # Errors
    ///
    /// As of [`push_segment`](Edit::push_segment).
    ///
    /// ```
    /// use triplet::uri::{Edit, Value};
    ///
    /// let mut edit = Edit::new("http://host/v1/a%2fb/c?q");
    /// assert!(edit.set_segment(0, Value::Data("v2"))?);
    /// assert!(edit.set_segment(-1, Value::Data("c/d"))?);
    /// assert!(!edit.set_segment(3, Value::Data("e"))?);
    /// assert_eq!(edit.finish()?, "http://host/v2/a%2fb/c%2Fd?q");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn set_segment(&mut self, index: isize, segment: Value<'_>) -> Result<bool, EditError> {
        let segment = segment_of(segment)?;
        let (slash, rest) = match self.path.strip_prefix('/') {
            Some(rest) => ("/", rest),
            None => ("", &*self.path),
        };
        let count = if self.path.is_empty() { 0 } else { rest.split('/').count() };
        let number = match usize::try_from(index) {
            Ok(number) => Some(number),
            Err(_) => count.checked_sub(index.unsigned_abs()),
        };
        let Some(number) = number.filter(|&number| number < count) else { return Ok(false) };
        let is_alone = count == 1 && slash.is_empty() && self.host.is_none();
        if is_alone && segment.is_empty() {
            return Err(EditError::Ambiguous(Component::Path));
        }
        let mut path = String::from(slash);
        for (at, old) in rest.split('/').enumerate() {
            if at > 0 {
                path.push('/');
            }
            path.push_str(if at == number { &segment } else { old });
        }
        self.path = Cow::Owned(path);
        Ok(true)
    }

    /// Removes the matrix parameters of this name from all segments of the path, and says how many there were: see
    /// [`Parameters::of_segment`]. The rest of the path stays as it is written.
    ///
    /// # Errors
    ///
    /// A segment that would be `.` or `..` without its parameters, encoded or not.
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("https://a.example/shop;jsessionid=1F;v=2/%7e?q=;");
    /// assert_eq!(edit.remove_matrix("jsessionid")?, 1);
    /// assert_eq!(edit.finish()?, "https://a.example/shop;v=2/%7e?q=;");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn remove_matrix(&mut self, name: &str) -> Result<usize, EditError> {
        let (mut count, mut path) = (0, String::with_capacity(self.path.len()));
        for segment in self.path.split_inclusive('/') {
            let (segment, slash) = match segment.strip_suffix('/') {
                Some(segment) => (segment, "/"),
                None => (segment, ""),
            };
            let start = path.len();
            let mut parts = segment.split(';');
            path.push_str(parts.next().unwrap_or_default());
            let before = count;
            for part in parts {
                if Parameters::of(part).separator(';').contains(name) {
                    count += 1;
                } else {
                    path.push(';');
                    path.push_str(part);
                }
            }
            let is_dots = || matches!(&*decode(&path[start..]).lenient().to_bytes(), b"." | b"..");
            if count > before && is_dots() {
                return Err(EditError::DotSegment);
            }
            path.push_str(slash);
        }
        if count > 0 {
            self.path = Cow::Owned(path);
        }
        Ok(count)
    }

    /// The parameters of the query, to change them: what `&` separates. Those of a `mailto:` are header fields.
    pub fn parameters_mut(&mut self) -> ParametersMut<'_, 'a> {
        ParametersMut::new(&mut self.query, is_mailto(self.scheme.as_deref()))
    }

    /// The parameters of the fragment, to change them: those of a query that a browser does not send, such as the `access_token` of OAuth
    /// 2.0's implicit grant (RFC 6749 section 4.2.2).
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("https://a.example/cb#access_token=1F&state=%7e");
    /// edit.fragment_parameters_mut().remove_named("access_token");
    /// assert_eq!(edit.finish()?, "https://a.example/cb#state=%7e");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn fragment_parameters_mut(&mut self) -> ParametersMut<'_, 'a> {
        ParametersMut::new(&mut self.fragment, false)
    }

    /// The reference: borrowed if nothing was changed.
    ///
    /// A path that follows an authority gets a `/` before it, if it has none; a path that would be read as a scheme gets
    /// `./`, and one that would be read as an authority `/.` (sections 3.3, 4.2).
    ///
    /// # Errors
    ///
    /// A user or a port without a host; a result that would be split in another way, which happens only to invalid
    /// references.
    pub fn finish(self) -> Result<Cow<'a, str>, EditError> {
        if self.host.is_none() && (self.userinfo.is_some() || self.port.is_some()) {
            return Err(EditError::NoHost);
        }
        let mut path = self.path.clone();
        let first = path.split('/').next().unwrap_or_default();
        let before = Reference::split(self.text);
        let was_first = before.scheme().is_none() && before.authority().is_none();
        if self.host.is_some() && !path.is_empty() && !path.starts_with('/') {
            path = Cow::Owned(alloc::format!("/{path}"));
        } else if self.host.is_none()
            && self.scheme.is_none()
            && first.as_bytes().contains(&b':')
            // An invalid path that stays where it was is not changed.
            && !(was_first && *path == *before.path())
        {
            path = Cow::Owned(alloc::format!("./{path}"));
        }
        let authority = self.host.as_deref().map(|host| {
            let mut authority = String::new();
            if let Some(userinfo) = &self.userinfo {
                authority.push_str(userinfo);
                authority.push('@');
            }
            authority.push_str(host);
            if let Some(port) = &self.port {
                authority.push(':');
                authority.push_str(port);
            }
            authority
        });
        let components = Components {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        };
        let out = components.recompose();
        if out == self.text {
            return Ok(Cow::Borrowed(self.text));
        }
        let read = Edit::new(&out);
        let differs = |component: &Component| match component {
            Component::Path => read.path != path && read.path.strip_prefix("/.") != Some(&path),
            component => read.get(*component) != self.get(*component),
        };
        match Component::ALL.iter().find(|component| differs(component)) {
            Some(component) => Err(EditError::Ambiguous(*component)),
            None => Ok(Cow::Owned(out)),
        }
    }
}

/// A segment as it is written. One that is `.` or `..` is an error, encoded or not.
fn segment_of(value: Value<'_>) -> Result<Cow<'static, str>, EditError> {
    let segment = value.write(Component::Path, rfc3986::SEGMENT)?;
    match &*decode(&*segment).lenient().to_bytes() {
        b"." | b".." => Err(EditError::DotSegment),
        _ => Ok(segment),
    }
}
