// Services: receives a client by init, and does not use a container
package import Core

package struct HTTPPageReader: PageReader {
    let http: any HTTPClient
    package init(http: any HTTPClient) {
        self.http = http
    }
    package func title(of url: String) -> String {
        "Title: \(http.get(url))"
    }
}
