/// The types that every source file sees without an import.
enum StandardLibrary {
    /// Those whose use has to be marked with `unsafe`.
    static let unsafeTypes = names(
        """
        AutoreleasingUnsafeMutablePointer CVaListPointer OpaquePointer Unmanaged UnownedSerialExecutor UnownedTaskExecutor
        UnsafeBufferPointer UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer UnsafeMutablePointer
        UnsafeMutableRawBufferPointer UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer UnsafeRawPointer
        """)

    /// All of them, without those that are deprecated.
    static let types = unsafeTypes.union(
        names(
            """
            Actor AdditiveArithmetic Any AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex
            AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection AnyRegexOutput AnySequence Array ArraySlice
            AsyncCompactMapSequence AsyncDropFirstSequence AsyncDropWhileSequence AsyncFilterSequence
            AsyncFlatMapSequence AsyncIteratorProtocol AsyncMapSequence AsyncPrefixSequence
            AsyncPrefixWhileSequence AsyncSequence AsyncStream AsyncThrowingCompactMapSequence
            AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence AsyncThrowingFlatMapSequence
            AsyncThrowingMapSequence AsyncThrowingPrefixWhileSequence AsyncThrowingStream BidirectionalCollection
            BinaryFloatingPoint BinaryInteger BitwiseCopyable Bool BooleanLiteralType CBool CChar CChar16 CChar32
            CChar8 CDouble CFloat CFloat16 CInt CLong CLongDouble CLongLong CShort CSignedChar CUnsignedChar
            CUnsignedInt CUnsignedLong CUnsignedLongLong CUnsignedShort CVarArg CWideChar CancellationError
            CaseIterable Character CheckedContinuation Clock ClosedRange Codable CodingKey CodingKeyRepresentable
            CodingUserInfoKey Collection CollectionDifference CollectionOfOne CommandLine Comparable
            ContiguousArray ContinuousClock Copyable CountableClosedRange CountablePartialRangeFrom CountableRange
            CustomConsumingRegexComponent CustomDebugStringConvertible CustomLeafReflectable
            CustomPlaygroundDisplayConvertible CustomReflectable CustomStringConvertible Decodable Decoder
            DecodingError DefaultIndices DefaultStringInterpolation Dictionary DictionaryIndex DictionaryIterator
            DiscardingTaskGroup DiscontiguousSlice Double DropFirstSequence DropWhileSequence Duration
            DurationProtocol EmptyCollection Encodable Encoder EncodingError EnumeratedSequence Equatable Error
            Escapable Executor ExecutorJob ExpressibleByArrayLiteral ExpressibleByBooleanLiteral
            ExpressibleByDictionaryLiteral ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
            ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
            ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral ExtendedGraphemeClusterType
            FixedWidthInteger FlattenCollection FlattenSequence Float Float16 Float32 Float64 Float80
            FloatLiteralType FloatingPoint FloatingPointClassification FloatingPointRoundingRule FloatingPointSign
            GlobalActor Hashable Hasher Identifiable IndexingIterator InlineArray InstantProtocol Int Int128 Int16
            Int32 Int64 Int8 IntegerLiteralType IteratorProtocol IteratorSequence JobPriority JoinedSequence
            KeyPath KeyValuePairs KeyedDecodingContainer KeyedDecodingContainerProtocol KeyedEncodingContainer
            KeyedEncodingContainerProtocol LazyCollection LazyCollectionProtocol LazyDropWhileCollection
            LazyDropWhileSequence LazyFilterCollection LazyFilterSequence LazyMapCollection LazyMapSequence
            LazyPrefixWhileCollection LazyPrefixWhileSequence LazySequence LazySequenceProtocol
            LosslessStringConvertible ManagedBuffer ManagedBufferPointer MemoryLayout Mirror MainActor MirrorPath
            MutableCollection MutableRawSpan MutableSpan Never Numeric ObjectIdentifier OptionSet Optional
            OutputRawSpan OutputSpan PartialKeyPath PartialRangeFrom PartialRangeThrough PartialRangeUpTo
            PrefixSequence RandomAccessCollection RandomNumberGenerator Range RangeExpression
            RangeReplaceableCollection RangeSet RawRepresentable RawSpan ReferenceWritableKeyPath Regex
            RegexComponent RegexRepetitionBehavior RegexSemanticLevel RegexWordBoundaryKind Repeated Result
            ReversedCollection SIMD SIMD16 SIMD2 SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask SIMDScalar SIMDStorage
            Sendable SendableMetatype Sequence SerialExecutor Set SetAlgebra SetIndex SetIterator SignedInteger
            SignedNumeric SingleValueDecodingContainer SingleValueEncodingContainer Slice Span StaticBigInt
            StaticString StrideThrough StrideThroughIterator StrideTo StrideToIterator Strideable String
            StringInterpolationProtocol StringLiteralType StringProtocol Substring SuspendingClock
            SystemRandomNumberGenerator Task TaskExecutor TaskGroup TaskLocal TaskPriority TextOutputStream
            TextOutputStreamable ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64
            UInt8 UTF16 UTF32 UTF8 UTF8Span UnboundedRange UnfoldFirstSequence UnfoldSequence Unicode UnicodeCodec
            UnicodeDecodingResult UnicodeScalar UnicodeScalarType UnkeyedDecodingContainer UnkeyedEncodingContainer
            UnownedJob UnsignedInteger Void WritableKeyPath Zip2Sequence
            """))

    private static func names(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
