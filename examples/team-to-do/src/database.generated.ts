export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  __InternalSupabase: {
    PostgrestVersion: "14"
  }
  graphql_public: {
    Tables: { [_ in never]: never }
    Views: { [_ in never]: never }
    Functions: { [_ in never]: never }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
  public: {
    Tables: {
      members: {
        Row: {
          team_id: string
          user_id: string
        }
        Insert: {
          team_id: string
          user_id: string
        }
        Update: {
          team_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "members_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "members_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "users"
            referencedColumns: ["id"]
          },
        ]
      }
      teams: {
        Row: {
          code: string
          id: string
          name: string
        }
        Insert: {
          code?: string
          id?: string
          name: string
        }
        Update: {
          code?: string
          id?: string
          name?: string
        }
        Relationships: []
      }
      to_dos: {
        Row: {
          created_at: string
          file_path: string | null
          id: number
          is_done: boolean
          team_id: string
          title: string
        }
        Insert: {
          created_at?: string
          file_path?: string | null
          id?: never
          is_done?: boolean
          team_id: string
          title: string
        }
        Update: {
          created_at?: string
          file_path?: string | null
          id?: never
          is_done?: boolean
          team_id?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "to_dos_team_id_fkey"
            columns: ["team_id"]
            isOneToOne: false
            referencedRelation: "teams"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      create_team: {
        Args: { team_name: string }
        Returns: Database["public"]["Tables"]["teams"]["Row"]
        SetofOptions: {
          from: "*"
          to: "teams"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      is_member: {
        Args: { team: string }
        Returns: boolean
      }
      join_team: {
        Args: { team_code: string }
        Returns: Database["public"]["Tables"]["teams"]["Row"]
        SetofOptions: {
          from: "*"
          to: "teams"
          isOneToOne: true
          isSetofReturn: false
        }
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

type Schemas = Omit<Database, "__InternalSupabase">
type DefaultSchema = "public"
type InSchema = { schema: keyof Schemas }
type Relations<Schema extends keyof Schemas> = Schemas[Schema]["Tables"] & Schemas[Schema]["Views"]

export type Tables<
  NameOrSchema extends keyof (Relations<DefaultSchema>) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Relations<NameOrSchema["schema"]>) : never = never,
> = NameOrSchema extends InSchema
  ? (Relations<NameOrSchema["schema"]>)[Name & keyof (Relations<NameOrSchema["schema"]>)] extends { Row: infer Type } ? Type : never
  : NameOrSchema extends keyof (Relations<DefaultSchema>)
    ? (Relations<DefaultSchema>)[NameOrSchema] extends { Row: infer Type } ? Type : never
    : never

export type TablesInsert<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Tables"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Tables"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Tables"])] extends { Insert: infer Type } ? Type : never
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"])
    ? (Schemas[DefaultSchema]["Tables"])[NameOrSchema] extends { Insert: infer Type } ? Type : never
    : never

export type TablesUpdate<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Tables"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Tables"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Tables"])] extends { Update: infer Type } ? Type : never
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Tables"])
    ? (Schemas[DefaultSchema]["Tables"])[NameOrSchema] extends { Update: infer Type } ? Type : never
    : never

export type Enums<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["Enums"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["Enums"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["Enums"])[Name & keyof (Schemas[NameOrSchema["schema"]]["Enums"])]
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["Enums"])
    ? (Schemas[DefaultSchema]["Enums"])[NameOrSchema]
    : never

export type CompositeTypes<
  NameOrSchema extends keyof (Schemas[DefaultSchema]["CompositeTypes"]) | InSchema,
  Name extends NameOrSchema extends InSchema ? keyof (Schemas[NameOrSchema["schema"]]["CompositeTypes"]) : never = never,
> = NameOrSchema extends InSchema
  ? (Schemas[NameOrSchema["schema"]]["CompositeTypes"])[Name & keyof (Schemas[NameOrSchema["schema"]]["CompositeTypes"])]
  : NameOrSchema extends keyof (Schemas[DefaultSchema]["CompositeTypes"])
    ? (Schemas[DefaultSchema]["CompositeTypes"])[NameOrSchema]
    : never

export const Constants = {
  graphql_public: {
    Enums: {},
  },
  public: {
    Enums: {},
  },
} as const
