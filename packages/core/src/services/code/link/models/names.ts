/** Names that a language brings along: they are no one's definition, and no call of theirs is unresolved. */
const PYTHON = `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir
divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass
iter len list locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice
sorted staticmethod str sum super tuple type vars zip __import__ NotImplemented Ellipsis
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning
EOFError EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit
IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning
PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError`;

const JAVASCRIPT = `AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob Boolean Buffer
CustomEvent DataView Date Error EvalError Event EventSource EventTarget File FinalizationRegistry Float32Array Float64Array FormData
Function Headers Image Int16Array Int32Array Int8Array Intl IntersectionObserver Iterator JSON Map Math MutationObserver Number Object
Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request ResizeObserver Response Set SharedArrayBuffer String Symbol
SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array
Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket Worker WritableStream XMLHttpRequest alert atob btoa
cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console crypto decodeURI decodeURIComponent document encodeURI
encodeURIComponent escape eval fetch getComputedStyle global globalThis history import isFinite isNaN localStorage location matchMedia
navigator parseFloat parseInt performance process prompt queueMicrotask requestAnimationFrame require self sessionStorage setImmediate
setInterval setTimeout structuredClone unescape window`;

const GO = `append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte error
float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr`;

const RUST = `Some None Ok Err Box Vec String drop`;

const JAVA = `String Object Integer Long Double Float Boolean Character Byte Short Math System Thread Exception RuntimeException
IllegalArgumentException IllegalStateException NullPointerException StringBuilder`;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const BUILTINS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['python', words(PYTHON)],
  ['javascript', words(JAVASCRIPT)],
  ['go', words(GO)],
  ['rust', words(RUST)],
  ['java', words(JAVA)],
]);

/** Methods that so many things have that the name alone says nothing. */
export const COMMON_METHODS =
  words(`add all any append apply assign at await bind build call catch check clear clone close collect commit
concat connect contains copy count create decode default delete describe destroy disconnect dispose done each emit encode end entries
equals error every execute exit expect extend fetch fill filter finally find first flatMap flush focus forEach format from get
getattr getValue handle has hash id includes index info init insert invoke is isEmpty it items iter join key keys last len length list load
lock log lower make map match max merge message min name new next notify of off on once open parse patch peek pop post print process
push put query read reduce refresh register reject release remove render replace reset resolve restore resume retry reverse
rollback run save search select send serialize set setdefault setup setValue shift show shutdown size slice some sort split start
status step stop strip sub submit subscribe sum swap sync tap test text then throw to toJSON toString trim type unlock
unregister unshift unsubscribe update upper use validate value values visit wait walk warn where with wrap write yield zip`);
