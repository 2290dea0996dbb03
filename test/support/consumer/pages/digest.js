/**
 * A document read through every lazy accessor, in one number: equal numbers, equal reading.
 */

/** FNV-1a over code units. @param {number} hash @param {string} text */
function mix(hash, text) {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** @param {import('jsontape').TapeDocument} document */
export function digest(document) {
  let hash = 0
  const nodes = [document.root]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    hash = mix(hash, `${node.type} ${node.size} ${node.offset} ${node.end}`)
    if (node.type === 'object') hash = mix(hash, [...node.keys()].join('\0'))
    if (node.type === 'string') hash = mix(hash, node.string())
    if (node.type === 'number') hash = mix(hash, `${node.text()} ${node.number()}`)
    nodes.push(...node)
  }
  return hash
}
