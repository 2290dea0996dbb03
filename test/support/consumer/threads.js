/** Parses in workers that the bundler has to find by itself, or that the address names. */
import { ParserPool, parseInWorker } from 'jsontape/worker'
import { threadResults } from './thread-results.js'

const script = new URL(location.href).searchParams.get('worker')
const options = script ? { worker: new URL(script, location.href) } : {}
console.log(JSON.stringify(await threadResults({ ParserPool, parseInWorker }, options)))
