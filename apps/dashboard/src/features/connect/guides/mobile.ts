import { projectUrl } from '../../../lib/project-url.ts';
import { envFile } from './env-file.ts';
import type { ApiTarget, Guide, Step } from './guide.ts';
import { NOTES_COMPONENT, SAMPLE_TABLE } from './sample-table.ts';

/** Applications for phones that read a table with the publishable key. */
export const MOBILE: readonly Guide<ApiTarget>[] = [
  {
    id: 'expo',
    label: 'Expo (React Native)',
    steps: (target) => [
      {
        title: 'Create the app',
        code: `npx create-expo-app@latest my-app --template blank-typescript --yes
cd my-app
npx expo install @supabase/supabase-js @react-native-async-storage/async-storage react-native-url-polyfill react-dom react-native-web`,
      },
      {
        title: '.env',
        ...reaching(target),
        code: envFile({
          EXPO_PUBLIC_SUPABASE_URL: projectUrl(target),
          EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY: target.key,
        }),
      },
      { title: 'client.ts', code: expoClient(target) },
      { title: 'App.tsx', code: EXPO_APP },
      SAMPLE_TABLE,
      {
        title: 'Run',
        text: 'Scan the code with Expo Go on a phone, or press w for a browser.',
        code: 'npx expo start',
      },
    ],
  },
  {
    id: 'flutter',
    label: 'Flutter',
    steps: (target) => [
      {
        title: 'Create the app',
        code: `flutter create my_app
cd my_app
flutter pub add supabase_flutter`,
      },
      { title: 'lib/main.dart', ...reaching(target), code: flutterMain(target) },
      SAMPLE_TABLE,
      { title: 'Run', code: 'flutter run' },
    ],
  },
  {
    id: 'swift',
    label: 'Swift (iOS)',
    steps: (target) => [
      {
        title: 'Add the package',
        text: 'In Xcode: File, Add Package Dependencies, this address, and the library Supabase. For an address without https, allow local networking in the target’s App Transport Security settings.',
        code: 'https://github.com/supabase/supabase-swift.git',
      },
      { title: 'ContentView.swift', ...reaching(target), code: swiftView(target) },
      SAMPLE_TABLE,
    ],
  },
  {
    id: 'kotlin',
    label: 'Kotlin (Android)',
    steps: (target) => [
      {
        title: 'app/build.gradle.kts',
        text: 'Add these to what Android Studio made for an empty Compose activity. The plugin has the version of your Kotlin.',
        code: KOTLIN_BUILD,
      },
      {
        title: 'AndroidManifest.xml',
        text: projectUrl(target).startsWith('https:')
          ? 'The app needs the network.'
          : 'The app needs the network, and may use an address without https.',
        code: kotlinManifest(target),
      },
      { title: 'MainActivity.kt', ...reaching(target), code: kotlinActivity(target) },
      SAMPLE_TABLE,
    ],
  },
];

/** Names that lead every device to itself. */
const LOOPBACK = /^(127\.|\[::1\]$|(.+\.)?localhost$)/;

/** How a phone comes to an address that leads to whoever uses it. */
function reaching(target: ApiTarget): Pick<Step, 'text'> {
  const { hostname } = new URL(projectUrl(target));
  return LOOPBACK.test(hostname)
    ? {
        text: `${hostname} is the phone itself there: put the address of this machine in your network in its place, or 10.0.2.2 in the Android emulator. Simulators of iOS and browsers on this machine take it as it is.`,
      }
    : {};
}

function expoClient(target: ApiTarget): string {
  return `import 'react-native-url-polyfill/auto'
import AsyncStorage from '@react-native-async-storage/async-storage'
import { createClient } from '@supabase/supabase-js'

const url = process.env.EXPO_PUBLIC_SUPABASE_URL!
const key = process.env.EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY!

export const client = createClient(url, key, {
  auth: {
    storage: AsyncStorage,
    storageKey: 'sb-${target.ref}-auth-token',
    detectSessionInUrl: false,
  },
})`;
}

const EXPO_APP = `import { useEffect, useState } from 'react'
import { FlatList, StyleSheet, Text, View } from 'react-native'
import { client } from './client'

${NOTES_COMPONENT}
  return (
    <View style={styles.page}>
      <FlatList
        data={notes}
        keyExtractor={({ id }) => String(id)}
        renderItem={({ item }) => <Text>{item.title}</Text>}
      />
    </View>
  )
}

const styles = StyleSheet.create({ page: { flex: 1, padding: 48 } })`;

function flutterMain(target: ApiTarget): string {
  return `import 'package:flutter/material.dart';
import 'package:supabase_flutter/supabase_flutter.dart';

Future<void> main() async {
  await Supabase.initialize(
    url: '${projectUrl(target)}',
    publishableKey: '${target.key}',
  );
  runApp(const MaterialApp(home: NotesPage()));
}

class NotesPage extends StatefulWidget {
  const NotesPage({super.key});

  @override
  State<NotesPage> createState() => _NotesPageState();
}

class _NotesPageState extends State<NotesPage> {
  final notes = Supabase.instance.client.from('notes').select('id, title');

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      body: FutureBuilder(
        future: notes,
        builder: (context, answer) {
          if (answer.hasError) return Center(child: Text('\${answer.error}'));
          return ListView(
            children: [
              for (final note in answer.data ?? [])
                ListTile(title: Text(note['title'] as String)),
            ],
          );
        },
      ),
    );
  }
}`;
}

function swiftView(target: ApiTarget): string {
  return `import Supabase
import SwiftUI

let client = SupabaseClient(
  supabaseURL: URL(string: "${projectUrl(target)}")!,
  supabaseKey: "${target.key}"
)

struct Note: Decodable, Identifiable {
  let id: Int
  let title: String
}

struct ContentView: View {
  @State private var notes: [Note] = []

  var body: some View {
    List(notes) { note in
      Text(note.title)
    }
    .task {
      do {
        notes = try await client.from("notes").select("id, title").execute().value
      } catch {
        print(error)
      }
    }
  }
}`;
}

const KOTLIN_BUILD = `plugins {
    kotlin("plugin.serialization") version "2.2.0"
}

dependencies {
    implementation(platform("io.github.jan-tennert.supabase:bom:3.2.1"))
    implementation("io.github.jan-tennert.supabase:postgrest-kt")
    implementation("io.ktor:ktor-client-android:3.2.2")
}`;

function kotlinManifest(target: ApiTarget): string {
  const permission = '<uses-permission android:name="android.permission.INTERNET" />';
  return projectUrl(target).startsWith('https:')
    ? permission
    : `${permission}\n<application android:usesCleartextTraffic="true" />`;
}

function kotlinActivity(target: ApiTarget): string {
  return `import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.material3.Text
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest
import io.github.jan.supabase.postgrest.from
import kotlinx.serialization.Serializable

val client = createSupabaseClient(
    supabaseUrl = "${projectUrl(target)}",
    supabaseKey = "${target.key}",
) {
    install(Postgrest)
}

@Serializable
data class Note(val id: Int, val title: String)

class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent {
            var notes by remember { mutableStateOf(emptyList<Note>()) }
            LaunchedEffect(Unit) {
                notes = client.from("notes").select().decodeList<Note>()
            }
            LazyColumn {
                items(notes) { note -> Text(note.title) }
            }
        }
    }
}`;
}
