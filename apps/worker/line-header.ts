/**
 * The header by which the launcher asks for the log line of a request, and the header of the response that has it. The
 * launcher removes both from what clients send and get. workerd takes about 0.1 ms of its thread to write a line
 * itself.
 */
export const LINE_HEADER = 'x-log-line';
