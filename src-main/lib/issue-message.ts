import type { z } from 'zod'

/** How zod begins a message that no schema of ours has worded. */
const UNWORDED = /^(?:Invalid input|Invalid option|Too small|Too big)(?:: |$)/

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const PARTS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

/** What is wrong with a value, to follow its name: `must be at least 1`. What a schema words itself stays as it is. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (!UNWORDED.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_small':
      return limitWords(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
    case 'too_big':
      return limitWords(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'invalid_union':
      return unionWords(issue.errors.flat())
    default:
      return issue.message
  }
}

function limitWords(words: string, limit: number | bigint, origin: string): string {
  const part = PARTS[origin]
  if (part === undefined) return `must be ${words} ${limit}`
  return limit === 1 && words === 'at least' ? 'must not be empty' : `must have ${words} ${limit} ${part}`
}

/** Of the ways in which no form fits, the one that we worded, else all. */
function unionWords(issues: readonly z.core.$ZodIssue[]): string {
  const worded = issues.find((issue) => !UNWORDED.test(issue.message))
  return worded?.message ?? issues.map(issueWords).join(' or ')
}
