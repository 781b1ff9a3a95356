public import Injection
import Sample
public import SampleInterface

extension AppContainer {
    /// The book, over the books that it builds on.
    public var sampleBook: Factory<any SampleBook> {
        self {
            StoredSampleBook(
                base: self.baseBook(),
                previous: self.previousBook(),
                rules: SampleRules())
        }.cached
    }
}
