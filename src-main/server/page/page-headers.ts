/** What a document that a browser shows carries besides what every answer does. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
})
