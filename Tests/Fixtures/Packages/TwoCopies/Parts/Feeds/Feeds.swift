public import Injection

public enum Feeds { public static var container: Container { .shared } }
