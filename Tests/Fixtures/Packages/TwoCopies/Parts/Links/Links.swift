public import Injection

public enum Links { public static var container: Container { .shared } }
