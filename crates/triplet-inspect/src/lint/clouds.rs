//! The hosts of clouds and clusters that answer their own machines only, and have their keys (CWE-918).
#![forbid(unsafe_code)]

use super::address::read_v6;

/// Names and addresses of services of metadata, each from the documentation of its cloud.
const METADATA: [&[u8]; 19] = [
    // AWS, and since then most others: Azure, Google, Oracle, DigitalOcean, Hetzner, OpenStack.
    b"169.254.169.254",
    // AWS ECS and EKS: credentials of tasks and pods.
    b"169.254.170.2",
    b"169.254.170.23",
    // AWS: names within its networks.
    b"instance-data",
    b"instance-data.ec2.internal",
    // Google Cloud: "About VM metadata".
    b"metadata",
    b"metadata.google.internal",
    b"metadata.goog",
    // Azure: the host agent ("What is IP address 168.63.129.16?").
    b"168.63.129.16",
    b"metadata.azure.internal",
    // Alibaba Cloud: "Instance metadata".
    b"100.100.100.200",
    // Oracle Cloud Infrastructure Classic.
    b"192.0.0.192",
    // Tencent Cloud: "Querying instance metadata".
    b"metadata.tencentyun.com",
    b"169.254.0.23",
    // Scaleway: "Instance metadata".
    b"169.254.42.42",
    // Equinix Metal, and its name before: "Metadata".
    b"metadata.packet.net",
    b"metadata.platformequinix.com",
    // IBM Cloud: "About instance metadata for VPC".
    b"api.metadata.cloud.ibm.com",
    // Rancher 1.6: "Metadata service".
    b"rancher-metadata",
];

/// The same in IPv6: AWS, EKS, Google, Oracle, Scaleway.
const METADATA_V6: [&[u8]; 5] =
    [b"fd00:ec2::254", b"fd00:ec2::23", b"fd20:ce::254", b"fd00:c1::a9fe:a9fe", b"fd00:42::42"];

/// Whether a host is that of a cloud's service for its own machines, however it is written.
pub(super) fn is_metadata(host: &[u8]) -> bool {
    if let Some(literal) = host.strip_prefix(b"[") {
        let literal = literal.strip_suffix(b"]").unwrap_or(literal);
        let address = literal.split(|&b| b == b'%').next().unwrap_or_default();
        let groups = read_v6(address);
        return groups.is_some() && METADATA_V6.iter().any(|known| read_v6(known) == groups);
    }
    let host = host.strip_suffix(b".").unwrap_or(host);
    METADATA.iter().any(|name| name.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for host in [
            &b"169.254.169.254"[..],
            b"Metadata.Google.Internal.",
            b"[FD00:0EC2:0:0::254]",
            b"[fd20:ce::254%25eth0]",
            b"metadata.tencentyun.com",
        ] {
            assert!(is_metadata(host), "{}", host.escape_ascii());
        }
        for host in [&b"169.254.1.1"[..], b"metadata.example.com", b"[::1]", b"[x]", b""] {
            assert!(!is_metadata(host), "{}", host.escape_ascii());
        }
        for known in METADATA_V6 {
            assert!(read_v6(known).is_some(), "{}", known.escape_ascii());
        }
    }
}
