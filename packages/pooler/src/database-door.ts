/** Where the database of a project takes clients, with a password. */
export interface DatabaseDoor {
  host: string;
  port: number;
}
