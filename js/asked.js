/**
 * Counts how often JSON.stringify has asked a value of this package for what to write. Where it
 * has, encode writes the value itself, digit by digit.
 */
export const asked = { times: 0 }
