import Core
import Foundation

extension ScriptedSite.Behaviour {
    /// The server sends 265 bytes that unpack to a gigabyte of zeros: compressed with gzip three times, and declared so.
    public static var gigabyteOfGzip: Self {
        let text =
            "H4sIAAAAAAACA5Pv5mAAASbmt3cW5gUXyrQ9LFuboWamtkzgsZpHmkcXY/cNkSTFmTMdFt1OWWBwh1NCj0GknKF4d0NqUmQA99K3vjqW7z/P"
            + "+H/R/ufTJ7a/bKRz3/jk1fUcf93/dHp9fH76bmWg4QkPpoVPn3xWwqBq26+/r85qAoUMSt5/+77sduCDh29eej8HCjQc/P3l0Y+T3/gb"
            + "dx/9vbIYKHLggey/vfPytzfEr37Prv6OESjU/N3dAOTaIBZmILnAFcyJAnMU3JA4ozKjMqMyozKjMqMyBGX0vn1Pm6374PHfR4dfX1Su"
            + "/vf2+c/bX63/819Jbz1z4g0/AwDYL/M5IwcAAA=="
        let body = Data(base64Encoded: text) ?? Data()
        return .reply(ScriptedSite.Reply(headers: ["Content-Encoding": "gzip, gzip, gzip"], body: body))
    }
}
