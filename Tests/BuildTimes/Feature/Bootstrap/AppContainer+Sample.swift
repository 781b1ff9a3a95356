public import Injection
import Sample
public import SampleInterface

extension AppContainer {
    public var sampleBook: Factory<any SampleBook> {
        self {
            StoredSampleBook(
                base: self.baseBook(),
                previous: self.previousBook(),
                rules: SampleRules())
        }.cached
    }
}
