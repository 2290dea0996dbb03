/**
 * From a tape to JavaScript values: those that JSON.parse gives, and what ValueOptions make of
 * them. Nothing recurses, so depth costs memory only.
 */
import * as F from './format.js'
import { TapeSyntaxError } from './errors.js'
import { lexemeToBigInt, NumberText } from './number.js'
import { formatPointer } from './pointer.js'
import { decodeUtf8 } from './text.js'
import { childrenByKey } from './wide.js'

/**
 * @typedef {import('./view.js').TapeView} TapeView
 * @typedef {import('./options.js').ValueSettings} ValueSettings
 * @typedef {unknown[] | Map<string, unknown> | Record<string, unknown>} Container
 */

/**
 * A container that is being filled.
 * @typedef {object} Frame
 * @property {Container} container
 * @property {number} index of its entry
 * @property {number} left children still to come
 * @property {number} end behind the last child
 * @property {number} behind the container
 */

/**
 * The value at a tape index.
 * @param {TapeView} view
 * @param {number} index
 * @param {ValueSettings} settings
 * @returns {unknown}
 */
export function toValue(view, index, settings) {
  return settings.reviver ? revive(view, index, settings) : build(view, index, settings)
}

/**
 * @param {TapeView} view
 * @param {number} root
 * @param {ValueSettings} settings
 * @param {Map<unknown, number>} [origins] is told where each object was on the tape
 * @returns {unknown}
 */
function build(view, root, settings, origins) {
  const { firstWins } = view
  /** @type {Frame[]} */
  const stack = []
  /** @type {Frame | undefined} */
  let frame
  let result
  let index = root
  let end = view.limit
  let key = ''
  for (;;) {
    const behind = view.after(index, end)
    const kind = view.words[index] & F.KIND_MASK
    const count = kind >= F.ARRAY ? view.count(index) : 0
    const value = kind >= F.ARRAY ? emptyContainer(kind, settings) : scalar(view, index, settings)
    if (typeof value === 'object' && value !== null) origins?.set(value, index)

    if (frame) add(frame.container, key, value, firstWins)
    else result = value
    if (count > 0) {
      if (frame) stack.push(frame)
      end = view.childrenEnd(index)
      const container = /** @type {Container} */ (value)
      frame = { container, index, left: count, end, behind }
      index += 4
    } else {
      index = behind
    }

    for (;;) {
      if (!frame) return result
      if (frame.left === 0) {
        if (index !== frame.end) view.fail('a count is wrong')
        index = frame.behind
        frame = stack.pop()
        end = frame ? frame.end : end
        continue
      }
      frame.left--
      if (Array.isArray(frame.container)) break
      const keyIndex = index
      key = view.key(index)
      index = view.behindKey(index)
      if (key !== '__proto__' || settings.proto === 'own') break
      if (settings.proto === 'error') throw forbiddenKey(view, frame.index, keyIndex)
      index = view.after(index, end)
    }
  }
}

/**
 * @param {number} kind
 * @param {ValueSettings} settings
 * @returns {Container}
 */
function emptyContainer(kind, settings) {
  if (kind === F.ARRAY) return []
  return settings.maps ? new Map() : {}
}

/**
 * @param {Container} container
 * @param {string} key of a member
 * @param {unknown} value
 * @param {boolean} firstWins
 */
function add(container, key, value, firstWins) {
  if (Array.isArray(container)) {
    container.push(value)
  } else if (container instanceof Map) {
    if (!(firstWins && container.has(key))) container.set(key, value)
  } else if (!(key in container)) {
    container[key] = value
  } else if (!(firstWins && Object.hasOwn(container, key))) {
    // What objects inherit could swallow an assignment (__proto__) or refuse it (when frozen).
    Object.defineProperty(container, key,
      { value, writable: true, enumerable: true, configurable: true })
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 * @param {ValueSettings} settings
 */
export function scalar(view, index, settings) {
  const word = view.head(index)
  switch (word & F.KIND_MASK) {
    case F.NULL:
      return null
    case F.FALSE:
      return false
    case F.TRUE:
      return true
    case F.STRING:
    case F.STRING_LONG:
      return view.string(index)
    default:
      return settings.numbers === 'double' && settings.bigint === 'never'
        ? view.number(index) : exactNumber(view, index, word, settings)
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 * @param {number} word
 * @param {ValueSettings} settings
 */
function exactNumber(view, index, word, { bigint, numbers }) {
  const isInteger = (word & F.KIND_MASK) === F.INT || (word & F.INTEGER) !== 0
  if (isInteger && bigint !== 'never') {
    const double = view.number(index)
    // An integer lexeme whose double is safe is that double.
    if (bigint === 'always') return lexemeToBigInt(view.lexeme(index))
    if (!Number.isSafeInteger(double)) {
      const exact = lexemeToBigInt(view.lexeme(index))
      if (!Number.isFinite(double) || exact !== BigInt(double)) return exact
    }
  }
  return numbers === 'text' ? new NumberText(view.lexeme(index)) : view.number(index)
}

/**
 * @param {TapeView} view
 * @param {number} object
 * @param {number} key
 */
function forbiddenKey(view, object, key) {
  return new TapeSyntaxError({
    code: 'forbidden_key',
    source: view.source,
    ...view.positions.at(view.words[key + 1] - 1),
    pointer: formatPointer(view.path(object)),
  })
}

/**
 * A value that the reviver is about to see.
 * @typedef {object} Step
 * @property {any} holder
 * @property {string} key
 * @property {any} value
 * @property {string[]} keys of its own values, which the reviver sees before
 * @property {number} next of them
 * @property {Map<string, number> | undefined} children where they were on the tape
 * @property {{ source?: string }} context
 */

/**
 * The values as a reviver changes them, in JSON.parse's order and with its holders.
 * @param {TapeView} view
 * @param {number} root
 * @param {ValueSettings} settings
 * @returns {unknown}
 */
function revive(view, root, settings) {
  const { reviver } = settings
  /** @type {Map<unknown, number>} */
  const origins = new Map()
  const holder = { '': build(view, root, settings, origins) }
  const stack = [stepTo(holder, '', root)]
  for (;;) {
    const step = stack[stack.length - 1]
    if (step.next < step.keys.length) {
      const key = step.keys[step.next++]
      stack.push(stepTo(step.value, key, step.children?.get(key) ?? -1))
      continue
    }
    stack.pop()
    const revived = reviver?.call(step.holder, step.key, step.value, step.context)
    if (stack.length === 0) return revived
    replace(step.holder, step.key, revived)
  }

  /**
   * @param {any} holder
   * @param {string} key
   * @param {number} index of the value that the document has there; -1: of none
   * @returns {Step}
   */
  function stepTo(holder, key, index) {
    const value = holder instanceof Map ? holder.get(key) : holder[key]
    const original = index >= 0 && isOriginal(value, index)
    /** @type {Step} */
    const step = { holder, key, value, keys: [], next: 0, children: undefined, context: {} }
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    if (isObject && !(value instanceof NumberText)) {
      step.keys = keysOf(value, origins)
      if (original) step.children = childrenByKey(view, index)
    } else if (original) {
      const bytes = view.bytes(index)
      step.context.source = decodeUtf8(bytes, 0, bytes.length)
    }
    return step
  }

  /**
   * Whether a value is still the one that was at a tape index.
   * @param {unknown} value
   * @param {number} index
   */
  function isOriginal(value, index) {
    if (typeof value === 'object' && value !== null) return origins.get(value) === index
    return (view.words[index] & F.KIND_MASK) < F.ARRAY &&
      Object.is(value, scalar(view, index, settings))
  }
}

/**
 * @param {any} value
 * @param {Map<unknown, number>} origins
 * @returns {string[]}
 */
function keysOf(value, origins) {
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, i) => String(i))
  return value instanceof Map && origins.has(value) ? [...value.keys()] : Object.keys(value)
}

/**
 * @param {any} holder
 * @param {string} key
 * @param {unknown} value
 */
function replace(holder, key, value) {
  if (holder instanceof Map) {
    if (value === undefined) holder.delete(key)
    else holder.set(key, value)
  } else if (value === undefined) {
    Reflect.deleteProperty(holder, key)
  } else {
    Reflect.defineProperty(holder, key,
      { value, writable: true, enumerable: true, configurable: true })
  }
}
