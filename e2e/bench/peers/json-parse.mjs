// Prints ms to parse with Node, without reading the file.
import { readFileSync } from 'node:fs'

const bytes = readFileSync(process.argv[2])
const began = performance.now()
const { items } = JSON.parse(bytes.toString())
console.log(JSON.stringify({ ms: performance.now() - began, items: items.length }))
