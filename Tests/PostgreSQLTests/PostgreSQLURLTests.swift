#if Postgres
    import PostgreSQL
    import ProgramTesting
    import Testing

    struct PostgreSQLURLTests {
        /// URLs, and the parameters of the connection.
        private static let valid = Row.table(
            """
            postgres://
            postgresql://db.example → host=db.example
            POSTGRES://db.example/links → host=db.example → dbname=links
            postgres://me@db.example:5433/links → user=me → host=db.example → port=5433 → dbname=links
            postgres://m%40e@[::1]:5433/ → user=m@e → host=::1 → port=5433
            postgres:///links?host=/run/postgresql → dbname=links → host=/run/postgresql
            postgres://%2Frun/a%2Fb → host=/run → dbname=a/b
            postgres://h?sslmode=verify-full&schema=x → host=h → sslmode=verify-full
            postgres://@/links?options=-c%20a=b&application_name=a?b → dbname=links → options=-c a=b → application_name=a?b
            """
        )

        @Test(arguments: valid)
        func `parses a URL into the connection parameters of libpq`(row: Row) throws {
            let parameters = try PostgreSQLURL(row[0]).parameters.map { "\($0.key)=\($0.value)" }
            #expect(parameters.sorted() == row[1...].sorted())
        }

        private static let invalid = Row.table(
            """
            postgres://me:secret@h/links → password
            postgres://me:@h/links → password
            postgres://h/links?password=secret → password
            postgres://h?pass%77ord=secret → password
            postgres://h?sslpassword=secret → password
            postgres://me:a@b@h/links → password
            postgres://h:port/links → malformed
            postgres://h/%zz → malformed
            postgres://h?sslmode → malformed
            postgres://h/a%00b → malformed
            mysql://h/links → malformed
            postgres://h?pasword=x → unknownParameter("pasword")
            postgres://h?schema=a-b → invalidSchema("a-b")
            postgres://h?schema=pg_x → invalidSchema("pg_x")
            """
        )

        @Test(arguments: invalid)
        func `rejects an invalid URL`(row: Row) {
            let problem = #expect(throws: PostgreSQLURL.Problem.self) { try PostgreSQLURL(row[0]) }
            #expect(problem.map { "\($0)" } == row[1])
        }

        @Test(arguments: [
            "host", "hostaddr", "port", "user", "dbname", "passfile", "connect_timeout", "options",
            "application_name", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl",
            "channel_binding", "gssencmode", "krbsrvname", "target_session_attrs", "keepalives",
            "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
        ])
        func `every supported parameter is passed to libpq`(key: String) throws {
            #expect(try PostgreSQLURL("postgres://?\(key)=x").parameters == [key: "x"])
        }

        @Test func `a URL overrides the default parameters of a connection`() throws {
            let defaults = [
                "client_encoding": "UTF8", "connect_timeout": "10", "application_name": "shelf",
                "tcp_user_timeout": "30000", "keepalives_idle": "10", "keepalives_interval": "5",
                "keepalives_count": "4",
            ]
            #expect(try PostgreSQLURL("postgres://").connectionParameters == defaults)
            let parameters = try PostgreSQLURL("postgres://h?connect_timeout=2")
                .connectionParameters
            let given = ["connect_timeout": "2", "host": "h"]
            #expect(parameters == defaults.merging(given) { $1 })
        }

        @Test
        func
            `separates the schema from the parameters, and omits all parameters from the text`()
            throws
        {
            #expect(try PostgreSQLURL("postgres://h").schema == "shelf")
            let address = try PostgreSQLURL("postgres://me@h:1/links?schema=mine&sslkey=/x")
            #expect(address.schema == "mine")
            #expect(address.text == "postgres://me@h:1/links")
            let longest = String(repeating: "a", count: 63)
            #expect(try PostgreSQLURL("postgres://h?schema=\(longest)").schema == longest)
            #expect(throws: PostgreSQLURL.Problem.invalidSchema(longest + "a")) {
                try PostgreSQLURL("postgres://h?schema=\(longest)a")
            }
        }
    }
#endif
