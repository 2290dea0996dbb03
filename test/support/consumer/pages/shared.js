/** Shared memory as input, which browsers' decoders refuse, beside the same bytes not shared. */
import { decode, parse, validate } from 'jsontape'

/** @param {Uint8Array} bytes followed by one that does not belong */
function read(bytes) {
  const document = parse(bytes)
  const error = validate(bytes.buffer)
  return {
    values: document.toJS(),
    decoded: decode(bytes),
    keys: [...document.root.keys()],
    text: document.root.get('a')?.at(0)?.text(),
    place: document.root.get('a')?.at(1)?.position,
    error: { ...error, message: error?.message }
  }
}

const bytes = new TextEncoder().encode('{"a": ["\u00e9\\n", 1.5], "\u00e9b\\u0062": "x"}!')
const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
shared.set(bytes)
const [sharedText, copiedText] = [shared, bytes].map((all) => all.subarray(0, -1))
console.log(
  JSON.stringify({
    isShared: parse(sharedText).source.buffer === shared.buffer,
    shared: read(sharedText),
    copied: read(copiedText)
  })
)
