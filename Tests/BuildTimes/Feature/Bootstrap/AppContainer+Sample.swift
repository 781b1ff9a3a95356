public import Injection
import Sample
public import SampleInterface

extension AppContainer {
    /// The book, over the books that it builds on.
    public var sampleBook: Factory<any SampleBook> {
        self {
            StoredSampleBook(
                farther: self.fartherBook(),
                nearer: self.nearerBook(),
                rules: SampleRules())
        }.cached
    }
}
