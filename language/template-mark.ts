/** The line that separates a template from its rows. */
export const isTemplateMark = /^[ \t]*\$\$[ \t]*\r?$/m
