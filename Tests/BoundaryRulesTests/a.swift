import BoundaryRules
import SwiftSource
import Testing

@Test func a() { #expect(PathPattern("A/*").matches("A/B")) }
