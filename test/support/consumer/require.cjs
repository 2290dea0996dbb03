/** Uses the package from CommonJS. */
const library = require('jsontape')
const reader = require('jsontape/tape')
const { results } = require('./results.js')

console.log(JSON.stringify(results(library, reader)))
