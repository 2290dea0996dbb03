/** Inputs that are not valid: everything that their errors say. */
import { validate } from 'jsontape'

/** @type {string[]} */
const inputs = await (await fetch('/documents/invalid.json')).json()
console.log(
  JSON.stringify(
    inputs.map((input) => {
      const error = validate(input)
      return { ...error, name: error?.name, message: error?.message }
    })
  )
)
