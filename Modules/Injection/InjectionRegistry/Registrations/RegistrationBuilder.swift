/// Puts lists of registrations together: registrations, lists, arrays of them, `if`, `switch` and `for`.
@resultBuilder
public enum RegistrationBuilder<Owner> {
    public static func buildExpression(_ part: some Registering<Owner>) -> RegistrationList<Owner> {
        part.registrations
    }

    public static func buildBlock(_ parts: RegistrationList<Owner>...) -> RegistrationList<Owner> {
        parts.registrations
    }

    public static func buildArray(_ parts: [RegistrationList<Owner>]) -> RegistrationList<Owner> {
        parts.registrations
    }

    public static func buildOptional(_ part: RegistrationList<Owner>?) -> RegistrationList<Owner> {
        part ?? RegistrationList(blueprints: [])
    }

    public static func buildEither(first part: RegistrationList<Owner>) -> RegistrationList<Owner> { part }

    public static func buildEither(second part: RegistrationList<Owner>) -> RegistrationList<Owner> { part }
}
