// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

package triplet;

/** The encode sets that have a name: a class for each specification, and one for the functions of other programs. */
public final class Sets {
    private Sets() {}

    /** RFC 3986. */
    public static final class Rfc3986 {
        private Rfc3986() {}

        /** {@code rfc3986:unreserved}: any data, anywhere in a URI. */
        public static final EncodeSet UNRESERVED = EncodeSet.byName("rfc3986:unreserved");

        /** {@code rfc3986:userinfo}: a whole userinfo. */
        public static final EncodeSet USERINFO = EncodeSet.byName("rfc3986:userinfo");

        /** {@code rfc3986:reg-name}: a registered name as host. */
        public static final EncodeSet REG_NAME = EncodeSet.byName("rfc3986:reg-name");

        /** {@code rfc3986:segment}: one segment of a path. */
        public static final EncodeSet SEGMENT = EncodeSet.byName("rfc3986:segment");

        /** {@code rfc3986:segment-nz-nc}: the first segment of a relative path. */
        public static final EncodeSet SEGMENT_NZ_NC = EncodeSet.byName("rfc3986:segment-nz-nc");

        /** {@code rfc3986:segment-data}: data in one segment, no delimiter kept. */
        public static final EncodeSet SEGMENT_DATA = EncodeSet.byName("rfc3986:segment-data");

        /** {@code rfc3986:path}: a whole path with its /. */
        public static final EncodeSet PATH = EncodeSet.byName("rfc3986:path");

        /** {@code rfc3986:query}: a whole query with its &amp; and =. */
        public static final EncodeSet QUERY = EncodeSet.byName("rfc3986:query");

        /** {@code rfc3986:query-value}: one name or value of a query of pairs. */
        public static final EncodeSet QUERY_VALUE = EncodeSet.byName("rfc3986:query-value");

        /** {@code rfc3986:fragment}: a fragment. */
        public static final EncodeSet FRAGMENT = EncodeSet.byName("rfc3986:fragment");
    }

    /** RFC 3987. */
    public static final class Rfc3987 {
        private Rfc3987() {}

        /** {@code rfc3987:iunreserved}: any data in an IRI, letters readable. */
        public static final EncodeSet IUNRESERVED = EncodeSet.byName("rfc3987:iunreserved");

        /** {@code rfc3987:iuserinfo}: a userinfo of an IRI. */
        public static final EncodeSet IUSERINFO = EncodeSet.byName("rfc3987:iuserinfo");

        /** {@code rfc3987:ireg-name}: a registered name of an IRI. */
        public static final EncodeSet IREG_NAME = EncodeSet.byName("rfc3987:ireg-name");

        /** {@code rfc3987:isegment}: one segment of an IRI's path. */
        public static final EncodeSet ISEGMENT = EncodeSet.byName("rfc3987:isegment");

        /** {@code rfc3987:isegment-nz-nc}: the first segment of a relative IRI path. */
        public static final EncodeSet ISEGMENT_NZ_NC = EncodeSet.byName("rfc3987:isegment-nz-nc");

        /** {@code rfc3987:ipath}: an IRI's path. */
        public static final EncodeSet IPATH = EncodeSet.byName("rfc3987:ipath");

        /** {@code rfc3987:iquery}: an IRI's query. */
        public static final EncodeSet IQUERY = EncodeSet.byName("rfc3987:iquery");

        /** {@code rfc3987:ifragment}: an IRI's fragment. */
        public static final EncodeSet IFRAGMENT = EncodeSet.byName("rfc3987:ifragment");
    }

    /** The URL standard. */
    public static final class Whatwg {
        private Whatwg() {}

        /** {@code whatwg:c0-control}: URL standard: opaque hosts and paths. */
        public static final EncodeSet C0_CONTROL = EncodeSet.byName("whatwg:c0-control");

        /** {@code whatwg:fragment}: URL standard: fragments. */
        public static final EncodeSet FRAGMENT = EncodeSet.byName("whatwg:fragment");

        /** {@code whatwg:query}: URL standard: queries. */
        public static final EncodeSet QUERY = EncodeSet.byName("whatwg:query");

        /** {@code whatwg:special-query}: URL standard: queries of special schemes. */
        public static final EncodeSet SPECIAL_QUERY = EncodeSet.byName("whatwg:special-query");

        /** {@code whatwg:path}: URL standard: paths. */
        public static final EncodeSet PATH = EncodeSet.byName("whatwg:path");

        /** {@code whatwg:userinfo}: URL standard: user names and passwords. */
        public static final EncodeSet USERINFO = EncodeSet.byName("whatwg:userinfo");

        /** {@code whatwg:component}: URL standard: what encodeURIComponent does. */
        public static final EncodeSet COMPONENT = EncodeSet.byName("whatwg:component");

        /** {@code whatwg:form}: URL standard: names and values of forms; space is +. */
        public static final EncodeSet FORM = EncodeSet.byName("whatwg:form");
    }

    /** ECMA-262. */
    public static final class Ecmascript {
        private Ecmascript() {}

        /** {@code ecmascript:uri}: encodeURI. */
        public static final EncodeSet URI = EncodeSet.byName("ecmascript:uri");

        /** {@code ecmascript:uri-component}: encodeURIComponent. */
        public static final EncodeSet URI_COMPONENT = EncodeSet.byName("ecmascript:uri-component");

        /** {@code ecmascript:escape}: escape, for bytes. */
        public static final EncodeSet ESCAPE = EncodeSet.byName("ecmascript:escape");
    }

    /** RFC 8187. */
    public static final class Rfc8187 {
        private Rfc8187() {}

        /** {@code rfc8187:attr-char}: parameters of HTTP header fields. */
        public static final EncodeSet ATTR_CHAR = EncodeSet.byName("rfc8187:attr-char");
    }

    /** RFC 6265. */
    public static final class Rfc6265 {
        private Rfc6265() {}

        /** {@code rfc6265:cookie-octet}: the value of a cookie. */
        public static final EncodeSet COOKIE_OCTET = EncodeSet.byName("rfc6265:cookie-octet");
    }

    /** gff3. */
    public static final class Gff3 {
        private Gff3() {}

        /** {@code gff3:column}: GFF3: a column. */
        public static final EncodeSet COLUMN = EncodeSet.byName("gff3:column");

        /** {@code gff3:attribute}: GFF3: a name or value of the attributes. */
        public static final EncodeSet ATTRIBUTE = EncodeSet.byName("gff3:attribute");
    }

    /** vcf. */
    public static final class Vcf {
        private Vcf() {}

        /** {@code vcf:info}: VCF: a value of INFO. */
        public static final EncodeSet INFO = EncodeSet.byName("vcf:info");
    }

    /** RFC 6570. */
    public static final class Rfc6570 {
        private Rfc6570() {}

        /** {@code rfc6570:unreserved}: URI templates: {var}. */
        public static final EncodeSet UNRESERVED = EncodeSet.byName("rfc6570:unreserved");

        /** {@code rfc6570:reserved}: URI templates: {+var} and {#var}; keeps triplets. */
        public static final EncodeSet RESERVED = EncodeSet.byName("rfc6570:reserved");
    }

    /** RFC 2732. */
    public static final class Rfc2732 {
        private Rfc2732() {}

        /** {@code rfc2732:uric}: RFC 2396 with the brackets of IPv6. */
        public static final EncodeSet URIC = EncodeSet.byName("rfc2732:uric");

        /** {@code rfc2732:query}: a query, with brackets. */
        public static final EncodeSet QUERY = EncodeSet.byName("rfc2732:query");

        /** {@code rfc2732:fragment}: a fragment, with brackets. */
        public static final EncodeSet FRAGMENT = EncodeSet.byName("rfc2732:fragment");
    }

    /** RFC 2396. */
    public static final class Rfc2396 {
        private Rfc2396() {}

        /** {@code rfc2396:unreserved}: any data, as of 1998. */
        public static final EncodeSet UNRESERVED = EncodeSet.byName("rfc2396:unreserved");

        /** {@code rfc2396:userinfo}: a userinfo. */
        public static final EncodeSet USERINFO = EncodeSet.byName("rfc2396:userinfo");

        /** {@code rfc2396:reg-name}: a registry-based authority. */
        public static final EncodeSet REG_NAME = EncodeSet.byName("rfc2396:reg-name");

        /** {@code rfc2396:segment}: one segment of a path with its parameters. */
        public static final EncodeSet SEGMENT = EncodeSet.byName("rfc2396:segment");

        /** {@code rfc2396:path}: a path. */
        public static final EncodeSet PATH = EncodeSet.byName("rfc2396:path");

        /** {@code rfc2396:rel-segment}: the first segment of a relative path. */
        public static final EncodeSet REL_SEGMENT = EncodeSet.byName("rfc2396:rel-segment");

        /** {@code rfc2396:uric}: every character that a URI may have. */
        public static final EncodeSet URIC = EncodeSet.byName("rfc2396:uric");

        /** {@code rfc2396:query}: a query. */
        public static final EncodeSet QUERY = EncodeSet.byName("rfc2396:query");

        /** {@code rfc2396:fragment}: a fragment. */
        public static final EncodeSet FRAGMENT = EncodeSet.byName("rfc2396:fragment");
    }

    /** RFC 1738. */
    public static final class Rfc1738 {
        private Rfc1738() {}

        /** {@code rfc1738:unreserved}: any data, as of 1994. */
        public static final EncodeSet UNRESERVED = EncodeSet.byName("rfc1738:unreserved");

        /** {@code rfc1738:xchar}: a gopher selector, a mail address. */
        public static final EncodeSet XCHAR = EncodeSet.byName("rfc1738:xchar");

        /** {@code rfc1738:user}: a user or a password. */
        public static final EncodeSet USER = EncodeSet.byName("rfc1738:user");

        /** {@code rfc1738:fsegment}: one segment of a path of ftp and file. */
        public static final EncodeSet FSEGMENT = EncodeSet.byName("rfc1738:fsegment");

        /** {@code rfc1738:hsegment}: one segment of a path of http. */
        public static final EncodeSet HSEGMENT = EncodeSet.byName("rfc1738:hsegment");

        /** {@code rfc1738:search}: a search of http and gopher. */
        public static final EncodeSet SEARCH = EncodeSet.byName("rfc1738:search");

        /** {@code rfc1738:psegment}: one segment of a path of prospero. */
        public static final EncodeSet PSEGMENT = EncodeSet.byName("rfc1738:psegment");

        /** {@code rfc1738:fieldname}: a field's name or value of prospero. */
        public static final EncodeSet FIELDNAME = EncodeSet.byName("rfc1738:fieldname");

        /** {@code rfc1738:article}: an article of news, before its @. */
        public static final EncodeSet ARTICLE = EncodeSet.byName("rfc1738:article");
    }

    /** RFC 1630. */
    public static final class Rfc1630 {
        private Rfc1630() {}

        /** {@code rfc1630:xalpha}: a word of a search, a fragment, as of 1994. */
        public static final EncodeSet XALPHA = EncodeSet.byName("rfc1630:xalpha");

        /** {@code rfc1630:xpalpha}: one segment of a path. */
        public static final EncodeSet XPALPHA = EncodeSet.byName("rfc1630:xpalpha");
    }

    /** The functions of other programs. */
    public static final class Dialect {
        private Dialect() {}

        /** {@code dialect:java}: Java URLEncoder; space is +. */
        public static final EncodeSet JAVA = EncodeSet.byName("dialect:java");

        /** {@code dialect:python-quote}: Python quote. */
        public static final EncodeSet PYTHON_QUOTE = EncodeSet.byName("dialect:python-quote");

        /** {@code dialect:python-quote-plus}: Python quote_plus; space is +. */
        public static final EncodeSet PYTHON_QUOTE_PLUS = EncodeSet.byName("dialect:python-quote-plus");

        /** {@code dialect:go-query}: Go url.QueryEscape; space is +. */
        public static final EncodeSet GO_QUERY = EncodeSet.byName("dialect:go-query");

        /** {@code dialect:go-path}: Go url.PathEscape. */
        public static final EncodeSet GO_PATH = EncodeSet.byName("dialect:go-path");

        /** {@code dialect:php-raw}: PHP rawurlencode. */
        public static final EncodeSet PHP_RAW = EncodeSet.byName("dialect:php-raw");

        /** {@code dialect:php-form}: PHP urlencode; space is +. */
        public static final EncodeSet PHP_FORM = EncodeSet.byName("dialect:php-form");

        /** {@code dialect:spark}: Spark url_encode; space is +. */
        public static final EncodeSet SPARK = EncodeSet.byName("dialect:spark");

        /** {@code dialect:duckdb}: DuckDB url_encode. */
        public static final EncodeSet DUCKDB = EncodeSet.byName("dialect:duckdb");

        /** {@code dialect:clickhouse}: ClickHouse encodeURLComponent. */
        public static final EncodeSet CLICKHOUSE = EncodeSet.byName("dialect:clickhouse");

        /** {@code dialect:clickhouse-form}: ClickHouse encodeURLFormComponent; space is +. */
        public static final EncodeSet CLICKHOUSE_FORM = EncodeSet.byName("dialect:clickhouse-form");

        /** {@code dialect:dotnet-data}: .NET Uri.EscapeDataString. */
        public static final EncodeSet DOTNET_DATA = EncodeSet.byName("dialect:dotnet-data");

        /** {@code dialect:dotnet-form}: .NET WebUtility.UrlEncode, and HttpUtility.UrlEncode with --lower; space is +. */
        public static final EncodeSet DOTNET_FORM = EncodeSet.byName("dialect:dotnet-form");

        /** {@code dialect:aws-sigv4}: AWS Signature Version 4. */
        public static final EncodeSet AWS_SIGV4 = EncodeSet.byName("dialect:aws-sigv4");

        /** {@code dialect:aws-sigv4-path}: AWS Signature Version 4, object keys. */
        public static final EncodeSet AWS_SIGV4_PATH = EncodeSet.byName("dialect:aws-sigv4-path");

        /** {@code dialect:oauth1}: OAuth 1.0. */
        public static final EncodeSet OAUTH1 = EncodeSet.byName("dialect:oauth1");

        /** {@code dialect:purl}: package URLs: a segment, a name, a version, a value. */
        public static final EncodeSet PURL = EncodeSet.byName("dialect:purl");

        /** {@code dialect:grpc-message}: gRPC: the message of a status. */
        public static final EncodeSet GRPC_MESSAGE = EncodeSet.byName("dialect:grpc-message");

        /** {@code dialect:hive-partition}: Hive and Spark: a name or value in a partition's path. */
        public static final EncodeSet HIVE_PARTITION = EncodeSet.byName("dialect:hive-partition");

        /** {@code dialect:ruby-url-encode}: Ruby ERB::Util.url_encode, CGI.escapeURIComponent. */
        public static final EncodeSet RUBY_URL_ENCODE = EncodeSet.byName("dialect:ruby-url-encode");

        /** {@code dialect:ruby-form}: Ruby URI.encode_www_form_component; space is +. */
        public static final EncodeSet RUBY_FORM = EncodeSet.byName("dialect:ruby-form");

        /** {@code dialect:ruby-uri-component}: Ruby URI.encode_uri_component. */
        public static final EncodeSet RUBY_URI_COMPONENT = EncodeSet.byName("dialect:ruby-uri-component");

        /** {@code dialect:ruby-cgi}: Ruby CGI.escape; space is +. */
        public static final EncodeSet RUBY_CGI = EncodeSet.byName("dialect:ruby-cgi");

        /** {@code dialect:perl}: Perl uri_escape, uri_escape_utf8. */
        public static final EncodeSet PERL = EncodeSet.byName("dialect:perl");

        /** {@code dialect:elixir-uri}: Elixir URI.encode. */
        public static final EncodeSet ELIXIR_URI = EncodeSet.byName("dialect:elixir-uri");

        /** {@code dialect:elixir-form}: Elixir URI.encode_www_form; space is +. */
        public static final EncodeSet ELIXIR_FORM = EncodeSet.byName("dialect:elixir-form");

        /** {@code dialect:swift-user}: Swift urlUserAllowed, urlPasswordAllowed. */
        public static final EncodeSet SWIFT_USER = EncodeSet.byName("dialect:swift-user");

        /** {@code dialect:swift-host}: Swift urlHostAllowed. */
        public static final EncodeSet SWIFT_HOST = EncodeSet.byName("dialect:swift-host");

        /** {@code dialect:swift-path}: Swift urlPathAllowed. */
        public static final EncodeSet SWIFT_PATH = EncodeSet.byName("dialect:swift-path");

        /** {@code dialect:swift-query}: Swift urlQueryAllowed. */
        public static final EncodeSet SWIFT_QUERY = EncodeSet.byName("dialect:swift-query");

        /** {@code dialect:swift-fragment}: Swift urlFragmentAllowed. */
        public static final EncodeSet SWIFT_FRAGMENT = EncodeSet.byName("dialect:swift-fragment");

        /** {@code dialect:r-url}: R URLencode. */
        public static final EncodeSet R_URL = EncodeSet.byName("dialect:r-url");

        /** {@code dialect:r-url-reserved}: R URLencode(x, reserved = TRUE). */
        public static final EncodeSet R_URL_RESERVED = EncodeSet.byName("dialect:r-url-reserved");

        /** {@code dialect:dart-component}: Dart Uri.encodeComponent. */
        public static final EncodeSet DART_COMPONENT = EncodeSet.byName("dialect:dart-component");

        /** {@code dialect:dart-full}: Dart Uri.encodeFull. */
        public static final EncodeSet DART_FULL = EncodeSet.byName("dialect:dart-full");

        /** {@code dialect:dart-query}: Dart Uri.encodeQueryComponent; space is +. */
        public static final EncodeSet DART_QUERY = EncodeSet.byName("dialect:dart-query");
    }
}
