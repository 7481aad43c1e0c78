import type { z } from 'zod'

/** The start of zod's own messages, as opposed to those of our schemas. */
const ZOD_MESSAGE = /^(?:Invalid input|Invalid option|Too small|Too big)(?:: |$)/

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const PARTS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

/** The message of an issue, to follow the name of the value: `must be at least 1`. Messages of our schemas stay as they are. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  if (!ZOD_MESSAGE.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'too_small':
      return limitMessage(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
    case 'too_big':
      return limitMessage(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${JSON.stringify(issue.values[0])}` : `must be one of ${issue.values.join(', ')}`
    case 'invalid_union':
      return unionMessage(issue.errors.flat())
    default:
      return issue.message
  }
}

function limitMessage(comparison: string, limit: number | bigint, origin: string): string {
  const part = PARTS[origin]
  if (part === undefined) return `must be ${comparison} ${limit}`
  return limit === 1 && comparison === 'at least' ? 'must not be empty' : `must have ${comparison} ${limit} ${part}`
}

/** The message of one of our schemas if there is one, else all messages. */
function unionMessage(issues: readonly z.core.$ZodIssue[]): string {
  const ours = issues.find((issue) => !ZOD_MESSAGE.test(issue.message))
  return ours?.message ?? issues.map(issueMessage).join(' or ')
}
