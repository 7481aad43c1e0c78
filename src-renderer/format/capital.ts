/** Words as the start of a sentence: "at least 3 %" → "At least 3 %". */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
