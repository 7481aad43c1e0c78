import { z } from 'zod'

/** The CSP forbids eval, so zod must not probe for it. What loads schemas imports this first. */
z.config({ jitless: true })
