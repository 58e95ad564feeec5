/** Recognises tests: other tools have files that end in `.test`, too. */

/** What a test may begin with, besides comments. */
const beginnings =
  /^(?:\.(?:global|shared|local|const|param|constref|texref|surfref|samplerref)\b|d\d+\.b\d+\.t\d+\b|module\s+"|kernel\s+[\w$]+\s*\{|host\s*\{)/

/** Returns whether a text begins as a test does. */
export const isTest = (text: string): boolean =>
  beginnings.test(text.replace(/^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/, ''))
