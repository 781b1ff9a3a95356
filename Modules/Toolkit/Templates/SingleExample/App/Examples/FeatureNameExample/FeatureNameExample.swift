import FeatureName

/// A program that runs the feature FeatureName alone, with mocks of its dependencies.
@main
struct FeatureNameExample {
    static func main() async throws {
        let roleName = RoleName()
        print(try await roleName.example("Hello from FeatureNameExample"))
    }
}
